import {existsSync} from 'node:fs';
import path from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {lineCommands} from '../../src/line-mode/commands/index.ts';
import {harmOnTerminal, nastyFleet, nastyService, nastyText} from '../helpers/nasty-wire.ts';
import {openPtyTui} from '../pty/pty-tui.ts';
import {fleet} from '../shipped/command-cases/case.ts';
import {bundle, openService, type AtEnd} from '../shipped/shipped.ts';
import type {CommandsTried} from './hostile-commands.ts';

type Options = {
	random: () => number;
	/** The service also refuses some requests, with hostile reasons. */
	refuses: boolean;
	/** `one`: each command once, without operand. */
	forms: 'one' | 'all';
	atEnd: AtEnd;
	/** Stops after the command that runs at this time. */
	until?: number;
};

/** What line mode itself writes: bracketed paste, a copy, and an input line that is edited or replaced. */
const ours = /\x1b\[\?2004[hl]|\x1b\]52;c;[A-Za-z0-9+/=]*\x07|\x08+|\r\x1b\[K/g;
/** As a paste, because typed control characters would be keys. */
const pasted = (text: string) => `\x1b[200~${text.replaceAll('\x1b[201~', '')}\x1b[201~`;

/**
Runs every colon command of the built line mode on a real terminal, with hostile names, operands, answers and commands of
others, and returns what could have acted on the terminal or the machine.
*/
export async function tryLineMode({random, refuses, forms, atEnd, until}: Options): Promise<CommandsTried> {
	const service = await openService(
		{fleet: nastyFleet(fleet, random)},
		nastyService(random, refuses ? 0.08 : 0),
		atEnd,
	);
	let bytes = '';
	const tui = await openPtyTui({
		isStream: true,
		columns: 100,
		rows: 30,
		args: ['--screen-reader'],
		env: {...service.env, EDITOR: 'true'},
		program: bundle,
		answers: output => {
			bytes += output;
			return '';
		},
		atEnd,
	});
	await tui.isLive();
	/** Waits for an echo: keys that arrive with others in one read may count as pasted. */
	const press = async (keys: string) => {
		const from = bytes.length;
		tui.write(keys);
		await tui.until('an echo', () => bytes.length > from);
	};
	const isInjected = () => existsSync(path.join(tui.folder, 'injected'));
	const outcome: CommandsTried = {tried: 0, failures: [], names: []};
	const words = () => nastyText(random).replaceAll(/[\0\r\n]/g, '');
	for (const name of lineCommands.map(one => one.name).filter(one => one !== 'quit')) {
		outcome.names.push(name);
		for (const operand of forms === 'one' ? ['alpha'] : ['', 'alpha', words()]) {
			if (until !== undefined && Date.now() > until) return outcome;
			outcome.tried++;
			const from = bytes.length;
			void sendAsOther(service.env, `say ${words().replaceAll(/\p{Surrogate}/gu, '')}`);
			for (const text of [':use alpha', `:${name} ${operand}`, `w${words()}`, `w${words()}`]) {
				await press(pasted(text));
				await press('\r');
			}
			const isOver = () => bytes.includes('Times are shown', from);
			const over = tui.until(`end of :${name}`, isOver);
			while (!isOver()) {
				// Leaves any question, even a late one; the key in between prevents Ctrl-C from ending the session.
				for (const key of ['\x03', 'x', '\x15', '\x03', 'x', '\x15', ':time', '\r']) await press(key);
				await Promise.race([over, sleep(500)]);
			}
			const shown = bytes.slice(from).replaceAll(ours, '');
			const harm = harmOnTerminal(shown) ?? (isInjected() ? 'it ran a name' : undefined);
			if (harm !== undefined) outcome.failures.push(`:${name} ${JSON.stringify(operand)}: ${harm}`);
		}
	}
	return outcome;
}

/** Sends a command as another admin; the feed delivers it and its answer. */
const sendAsOther = (
	{RCONDECK_URL: url = '', RCONDECK_TOKEN: token = ''}: Record<string, string>,
	command: string,
) =>
	fetch(`${url}/server/alpha/rcon`, {
		method: 'POST',
		headers: {'Application-Token': token, 'Content-Type': 'application/json'},
		body: JSON.stringify({command}),
	}).catch(() => undefined);
