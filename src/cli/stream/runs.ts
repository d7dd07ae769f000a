import {askRuns, showRuns, turnPage} from '../../core/actions/runs.ts';
import {runStatusOf} from '../../core/automations/run.ts';
import {menus} from '../../core/menus/index.ts';
import type {MenuItem} from '../../core/menus/menu.ts';
import type {StreamDesk} from './desk.ts';
import {wordsOf} from './find.ts';
import {look, onScreen, selectRow} from './screen.ts';
import {asked, tellRows} from './telling.ts';

type Wanted = {
	status: string | undefined;
	span: MenuItem | undefined;
	turn: 1 | -1 | undefined;
	name: string;
};

/** `nightly failed 24h` → of which automation, of which status, of which span of time. */
function wantedOf({services: {store, clock}}: StreamDesk, words: readonly string[]): Wanted {
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
export async function tellRuns(desk: StreamDesk, rest: string): Promise<void> {
	const {services} = desk;
	const {words, isRevealed} = asked(rest);
	const {status, span, turn, name} = wantedOf(desk, wordsOf(words));
	if (turn !== undefined) turnPage(services, turn);
	else {
		let automationId: string | undefined;
		if (name !== '') {
			const find = (view: Parameters<typeof selectRow>[3]) => {
				automationId = selectRow(desk, 'automations', name, view)?.id;
			};
			await onScreen(desk, 'automations', find, {isFresh: false});
			if (automationId === undefined) return;
		}
		showRuns(services, automationId);
		if (status !== undefined) askRuns(services, {status});
		span?.choose(services);
	}
	await onScreen(desk, 'runs', () => {
		const view = look(desk, 'runs', {filter: '', isRevealed});
		if (view) tellRows(desk, 'runs', view);
	});
}
