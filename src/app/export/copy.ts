import {notify} from '../kernel/notify.ts';
import type {Services} from '../kernel/services.ts';
import {type Message, renderMessage} from '../../messages/text.ts';
import {exportMessages} from '../../messages/export.ts';

/**
The maximum that terminals accept by OSC 52: 100,000 bytes for the entire sequence, in base64. (hterm:
osc52.sh)
*/
export const maxCopiedBytes = 74_994;

/** Sends a text to the terminal's clipboard, which may ignore it, and also writes it to a file. */
export async function copyText(services: Services, what: string, message: Message): Promise<void> {
	const {frontEnd, files, settings} = services;
	const text = files.hide(renderMessage(message, frontEnd.segments));
	const bytes = new TextEncoder().encode(text).length;
	const isTooLong = bytes > maxCopiedBytes;
	const isOff = settings.clipboard === 'off';
	if (!isTooLong && !isOff) frontEnd.copy(text);
	const saved = await files.keepCopy(text);
	const toTerminal = isTooLong
		? exportMessages.copied.tooLong(Math.ceil(bytes / 1000), Math.floor(maxCopiedBytes / 1000))
		: isOff
			? exportMessages.copied.off(what)
			: exportMessages.copied.terminal(what);
	if ('path' in saved) {
		const where = isTooLong || isOff ? exportMessages.copied.isIn : exportMessages.copied.alsoIn;
		notify(services, isTooLong ? 'warning' : 'done', `${toTerminal}; ${where} ${saved.path}`);
	} else notify(services, 'warning', exportMessages.copied.noFile(toTerminal, saved.problem));
}
