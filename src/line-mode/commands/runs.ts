import {askRuns, showRuns, turnPage} from '../../core/actions/runs.ts';
import {runStatusOf} from '../../core/automations/run.ts';
import {menus} from '../../core/menus/index.ts';
import type {MenuItem} from '../../core/menus/menu.ts';
import type {LineSession} from '../session.ts';
import {wordsOf} from '../named-servers.ts';
import {look, onScreen, selectRow} from '../list-rows.ts';
import {asked, printRows} from '../list-text.ts';

type Wanted = {
	status: string | undefined;
	span: MenuItem | undefined;
	turn: 1 | -1 | undefined;
	name: string;
};

/** `nightly failed 24h` → of which automation, of which status, of which span of time. */
function wantedOf({services: {store, clock}}: LineSession, words: readonly string[]): Wanted {
	const dialog = {kind: 'menu', menu: 'span', serverId: undefined, openedAt: clock.now(), at: 0} as const;
	const spans = menus.span.items(store.getState(), dialog);
	const wanted: Wanted = {status: undefined, span: undefined, turn: undefined, name: ''};
	for (const word of words) {
		const small = word.toLowerCase();
		const span = spans.find(({id}) => id === small);
		const status = runStatusOf(word);
		if (status !== undefined) wanted.status = status;
		else if (span) wanted.span = span;
		else if (small === 'older' || small === 'newer') wanted.turn = small === 'older' ? 1 : -1;
		else wanted.name = `${wanted.name} ${word}`.trim();
	}
	return wanted;
}

/** Runs of all automations or of one, a page of them; what is asked for stays for `older` and `newer`. */
export async function printRuns(session: LineSession, rest: string): Promise<void> {
	const {services} = session;
	const {words, isRevealed} = asked(rest);
	const {status, span, turn, name} = wantedOf(session, wordsOf(words));
	if (turn !== undefined) turnPage(services, turn);
	else {
		let automationId: string | undefined;
		if (name !== '') {
			const find = (view: Parameters<typeof selectRow>[3]) => {
				automationId = selectRow(session, 'automations', name, view)?.id;
			};
			await onScreen(session, 'automations', find, {isFresh: false});
			if (automationId === undefined) return;
		}
		showRuns(services, automationId);
		if (status !== undefined) askRuns(services, {status});
		span?.choose(services);
	}
	await onScreen(session, 'runs', () => {
		const view = look(session, 'runs', {filter: '', isRevealed});
		if (view) printRows(session, 'runs', view);
	});
}
