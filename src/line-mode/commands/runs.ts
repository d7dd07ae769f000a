import {askRuns, turnPage} from '../../app/automations/read-runs.ts';
import {runStatusOf} from '../../app/automations/run.ts';
import type {MenuItem} from '../../app/kernel/menu.ts';
import type {LineSession} from '../session.ts';
import {wordsOf} from '../../app/action-line.ts';
import {allRuns} from '../../app/automations/automations-state.ts';
import {noTargets} from '../../app/kernel/targets.ts';
import {findRow, readList} from '../list-rows.ts';
import {printRows, wordsAndReveal} from '../list-text.ts';

type RunQuery = {
	status: string | undefined;
	span: MenuItem | undefined;
	turn: 1 | -1 | undefined;
	name: string;
};

/** Parses `nightly failed 24h` into automation, status, time span and page. */
function parseRunQuery({services: {store, menus, screens}}: LineSession, words: readonly string[]): RunQuery {
	const spans = menus.span.items(store.getState(), noTargets, screens);
	const wanted: RunQuery = {status: undefined, span: undefined, turn: undefined, name: ''};
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

/** Prints a page of the runs of one or all automations; `older` and `newer` keep the query. */
export async function printRuns(session: LineSession, rest: string): Promise<void> {
	const {services} = session;
	const {words, isRevealed} = wordsAndReveal(rest);
	const {status, span, turn, name} = parseRunQuery(session, wordsOf(words));
	if (turn !== undefined) turnPage(services, turn);
	else {
		let automationId: string | undefined;
		if (name !== '') {
			const automations = await readList(session, 'automations', {isFresh: false});
			automationId = automations && findRow(session, 'automations', name, automations)?.id;
			if (automationId === undefined) return;
		}
		askRuns(services, {...allRuns, automationId, status});
		span?.choose(services);
	}
	const view = await readList(session, 'runs', {isRevealed});
	if (view) printRows(session, 'runs', view);
}
