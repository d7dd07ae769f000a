import {afterEach} from 'vitest';
import type {State} from '../../src/app/state.ts';
import {mountTui, type MountOptions} from '../../src/tui/mount.tsx';
import {after, aServer, aTeam, viewChanged, polled} from './builders.ts';
import {fakeServices} from './fake-services.ts';
import {openFakeTerminal} from './fake-terminal.ts';

/** Three running servers, with the cursor on the first. */
export const threeUp = after(
	{type: 'access/granted', team: aTeam()},
	polled([
		aServer({id: 'a', displayName: 'ark-isl-1'}),
		aServer({id: 'b', displayName: 'ark-isl-2'}),
		aServer({id: 'c', displayName: 'cs2-eu-1'}),
	]),
	viewChanged({currentId: 'a'}),
);

const closing: (() => void)[] = [];
afterEach(() => {
	for (const close of closing.splice(0)) close();
});

type Given = {columns?: number; rows?: number; state?: State} & Partial<MountOptions>;

export type ShownTui = Awaited<ReturnType<typeof showTui>>;

/** Shows the complete TUI for a given state on an in-process terminal, without a service. */
export async function showTui({columns = 80, rows = 24, state = threeUp, ...options}: Given = {}) {
	const terminal = openFakeTerminal({columns, rows});
	const services = fakeServices({
		state,
		api: {
			getServer: async () => aServer({id: 'a'}),
			listAutomations: async () => ({items: [], unreadable: []}),
		},
	});
	const ending = new AbortController();
	const tui = await mountTui({
		services,
		stdin: terminal.stdin,
		stdout: terminal.stdout,
		env: {TERM: 'xterm-256color', LANG: 'C.UTF-8', CI: 'true'},
		look: {noColor: false, ascii: false},
		ending: ending.signal,
		...options,
	});
	closing.push(tui.unmount);
	await terminal.sees(/SERVERS|DOWN|down/);
	return {terminal, services, ending, tui, state: services.store.getState};
}
