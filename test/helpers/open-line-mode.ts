import {onTestFinished} from 'vitest';
import type {ServerCommand} from '../../src/contract/models/server.ts';
import {openLineMode} from '../../src/line-mode/line-mode.ts';
import {openHeadlessApp, type HeadlessApp} from './headless-app.ts';
import {openFakeTerminal} from './fake-terminal.ts';

type OpenOptions = {
	isDumb?: boolean;
	columns?: number;
	consoleOf?: string;
	app?: Parameters<typeof openHeadlessApp>;
};

/** Opens line mode with a service that accepts every request and a manual clock. */
export function openTestLineMode({isDumb = false, columns = 100, consoleOf, app: given}: OpenOptions = {}) {
	const terminal = openFakeTerminal({columns, rows: 40});
	const app: HeadlessApp = openHeadlessApp(...(given ?? []));
	const {services} = app;
	const ending = new AbortController();
	const {stdin, stdout} = terminal;
	const stream = openLineMode({
		services,
		stdin,
		stdout,
		env: {},
		isDumb,
		ending: ending.signal,
		...(consoleOf !== undefined && {consoleOf}),
		stop: () => {},
	});
	onTestFinished(() => ending.abort());
	/** Sends bytes in one read and waits for the output. */
	const send = async (bytes: string) => {
		stdin.write(bytes);
		await pass(1);
	};
	const pass = async (ms: number) => {
		for (let turn = 0; turn < 3; turn++) await new Promise(resolve => setImmediate(resolve));
		await services.clock.advance(ms);
		for (let turn = 0; turn < 3; turn++) await new Promise(resolve => setImmediate(resolve));
		await services.clock.advance(20);
		await new Promise(resolve => setImmediate(resolve));
	};
	return {
		...app,
		terminal,
		send,
		/** Types a line slowly enough to be accepted, and presses Enter. */
		type: async (line: string) => {
			await pass(700);
			for (const character of line) stdin.write(character);
			await pass(1);
			await send('\r');
		},
		pass,
		ended: stream.waitUntilExit,
		/** The rows that are not empty. */
		rows: () => terminal.rows().filter(row => row.trim() !== ''),
		last: () => terminal.rows().findLast(row => row.trim() !== '') ?? '',
		bytes: terminal.bytes,
		receive: (serverId: string, command: ServerCommand, via: 'feed' | 'poll' = 'feed') =>
			services.store.dispatch({
				type: 'rcon/received',
				serverId,
				at: services.clock.now(),
				via,
				commands: [command],
			}),
	};
}
