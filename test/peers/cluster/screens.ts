import {setTimeout as sleep} from 'node:timers/promises';
import {lastRow, openPtyTui} from '../../pty/pty-tui.ts';
import {openShipped, type AtEnd} from '../../shipped/shipped.ts';
import type {Load} from './load.ts';

const typeMs = 2500;

/** A TUI in a pseudo-terminal that types commands to one server until it is stopped. */
export async function openScreen(
	name: string,
	{server, env, load, atEnd}: {server: string; env: Record<string, string>; load: Load; atEnd: AtEnd},
) {
	const tui = await openPtyTui({columns: 140, rows: 40, env, atEnd});
	await tui.sees('feed LIVE');
	const {run} = openShipped({env: {...env, RCONDECK_STATE_DIR: tui.state}, atEnd});
	const stopping = new AbortController();
	let number = 0;
	const problems: string[] = [];
	tui.write('/');
	tui.write(server);
	await tui.until(server, () => tui.shows(server));
	tui.write('\r');
	await sleep(500);
	tui.write('i');
	await tui.sees(/rcon>/);
	const type = async () => {
		while (!stopping.signal.aborted) {
			const id = `${name}-${++number}.`;
			tui.write(`say ${id}`);
			try {
				await tui.until(id, () => lastRow(tui).includes(id) || tui.shows(new RegExp(`rcon> say ${id}`)));
			} catch (error) {
				problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
				return;
			}
			load.note({kind: 'command', by: 'tui', id, server});
			tui.write('\r');
			await sleep(typeMs);
		}
	};
	const typing = type();
	return {
		name,
		problems,
		stop: async () => {
			stopping.abort();
			await typing;
		},
		/** Resolves to the entries of its journal. */
		journal: async (): Promise<string> => {
			const {out} = await run(['journal', '--limit', '1000000', '--json']);
			return out;
		},
		screen: tui.screen,
	};
}

export type Screen = Awaited<ReturnType<typeof openScreen>>;
