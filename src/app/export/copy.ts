import {notify} from '../kernel/notify.ts';
import type {Services} from '../kernel/services.ts';
import {type Message, renderMessage} from '../../messages/text.ts';

/** What terminals take at most by OSC 52: 100,000 bytes for the whole sequence, in base64. (hterm: osc52.sh) */
export const mostCopiedBytes = 74_994;

/** Hands a text to the terminal's clipboard, which may ignore it, and writes it into a file as well. */
export async function copyText(services: Services, what: string, given: Message): Promise<void> {
	const {face, files, settings} = services;
	const text = files.hide(renderMessage(given, face.frontEnd));
	const bytes = new TextEncoder().encode(text).length;
	const isTooLong = bytes > mostCopiedBytes;
	const isOff = settings.clipboard === 'off';
	if (!isTooLong && !isOff) face.copy(text);
	const saved = await files.keepCopy(text);
	const toTerminal = isTooLong
		? `Too long for the terminal's clipboard (${Math.ceil(bytes / 1000)} of ${Math.floor(mostCopiedBytes / 1000)} kB)`
		: isOff
			? `Copied ${what}`
			: `Copied ${what} (OSC 52)`;
	if ('path' in saved) {
		const where = isTooLong || isOff ? 'it is in' : 'also in';
		notify(services, isTooLong ? 'warning' : 'done', `${toTerminal}; ${where} ${saved.path}`);
	} else notify(services, 'warning', `${toTerminal}; not in a file: ${saved.problem}`);
}
