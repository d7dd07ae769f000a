import type {PastedLine, PasteDialog} from '../kernel/dialog-state.ts';
import {serverName} from '../../actions/names.ts';
import type {State} from '../state.ts';
import {selectionLine} from './target.ts';
import {plural} from '../../lib/plural.ts';
import {type Message} from '../../messages/text.ts';
import {consoleInputMessages} from '../../messages/console-input.ts';

export type PasteRow = {
	number: number;
	text: string;
	/** `sent`, `dropped` or `destructive`; empty for a plain line that waits. */
	word: string;
	/** A destructive line that is not sent or dropped yet. */
	isRisky: boolean;
	chosen: boolean;
	done: boolean;
};

/** The review of pasted lines as plain data. `note` is about the current line. */
export type PasteView = {
	title: string;
	rows: readonly PasteRow[];
	at: number;
	note: Message;
	tone: 'plain' | 'warning';
	buttons: readonly {id: PasteDialog['button']; label: string; focused: boolean}[];
	footer: Message;
};

const words: Record<PastedLine['status'], string> = {
	waiting: '',
	armed: 'send?',
	sent: 'sent',
	dropped: 'dropped',
};

export function pasteView({dialog, fleet}: Pick<State, 'dialog' | 'fleet'>): PasteView | undefined {
	if (dialog?.kind !== 'paste') return undefined;
	const many = dialog.serverId === selectionLine ? plural(dialog.serverIds.length, 'server') : undefined;
	const chosen = dialog.lines[dialog.at];
	const button = (id: PasteDialog['button'], label: string) => ({id, label, focused: dialog.button === id});
	return {
		title: consoleInputMessages.paste.title(dialog.lines.length, many ?? serverName(fleet, dialog.serverId)),
		rows: dialog.lines.map((line, index) => ({
			number: index + 1,
			text: line.text,
			word: line.status === 'waiting' && line.danger !== undefined ? 'destructive' : words[line.status],
			isRisky: line.status === 'armed' || (line.status === 'waiting' && line.danger !== undefined),
			chosen: index === dialog.at,
			done: line.status === 'sent' || line.status === 'dropped',
		})),
		at: dialog.at,
		...noteOf(chosen),
		buttons: [
			button('nothing', consoleInputMessages.paste.doNothing),
			button(
				'send',
				many === undefined ? consoleInputMessages.paste.send : consoleInputMessages.paste.sendTo(many),
			),
			button('drop', consoleInputMessages.paste.drop),
		],
		footer: consoleInputMessages.paste.keys,
	};
}

function noteOf(line: PastedLine | undefined): Pick<PasteView, 'note' | 'tone'> {
	if (line?.problem !== undefined) return {note: line.problem, tone: 'warning'};
	if (line?.danger === undefined) return {note: consoleInputMessages.paste.nothingSent, tone: 'plain'};
	const again = line.status === 'armed' ? consoleInputMessages.paste.againSends : '';
	return {note: consoleInputMessages.paste.destructive(line.danger, again), tone: 'warning'};
}
