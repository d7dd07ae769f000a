import {expect, test} from 'vitest';
import {emptyConsole} from '../../src/app/console/read/console-status.ts';
import {registry} from '../../src/app/features.ts';
import {jobsView} from '../../src/app/jobs/jobs-view.ts';
import {emptyScreenOf, screenView, type ScreenView} from '../../src/app/kernel/screens/screen-view.ts';
import {renderWithKeys} from '../../src/app/kernel/keys/keymap.ts';
import type {ListId} from '../../src/app/kernel/screens/screens-state.ts';
import {fieldOf} from '../../src/app/kernel/text/text-field.ts';
import {paletteView} from '../../src/app/palette-view.ts';
import {emptyList} from '../../src/app/servers/list-view.ts';
import {emptyTimeline} from '../../src/app/timeline/timeline-view.ts';
import type {Event} from '../../src/app/state.ts';
import type {Message} from '../../src/messages/text.ts';
import {resultMessages} from '../../src/messages/results.ts';
import {paneMessages} from '../../src/messages/screens.ts';
import {aFailure, aServer, after, viewChanged, polled, startAt} from '../helpers/builders.ts';
import {openHeadlessApp} from '../helpers/headless-app.ts';
import {testSettings} from '../helpers/fake-services.ts';
import {usualKeymap} from '../helpers/keymap.ts';

const rendered = (texts: readonly Message[]) =>
	texts.map(text => renderWithKeys(text, usualKeymap)).join(' ');

const filter = {field: fieldOf('zzz'), editing: false};
const failed = (change: Parameters<typeof aFailure>[0]): Event => ({
	type: 'fleet/pollFailed',
	at: startAt,
	failure: aFailure({request: 'GET /server/by-team/{teamId}', ...change}),
});

const servers = (...events: Event[]) => rendered(emptyList(after(...events), 'prod').map(({text}) => text));
const console = (...events: Event[]) => rendered([emptyConsole(after(...events))]);
const timeline = (...events: Event[]) => rendered([emptyTimeline(after(...events))]);
const one = [polled([aServer({id: 'a'})]), viewChanged({currentId: 'a'})] as const;

test.each([
	['no servers', servers(polled([])), [/Press C to create one/, /r to refresh/]],
	['no matching server', servers(...one, viewChanged({filter})), [/Esc clears/]],
	['unreachable servers', servers(failed({status: undefined})), [/r retries/, /q quits/]],
	['servers without read permission', servers(failed({status: 403})), [/r retries/]],
	['rejected credentials', servers(failed({status: 401, hint: 'Check RCONDECK_TOKEN.'})), [/RCONDECK_TOKEN/]],
	['a console without entries', console(...one), [/\bi\b/]],
	[
		'a console without entries of a source',
		console(...one, {type: 'reading/changed', change: {source: 'mine'}}),
		[/\bf\b/],
	],
	['a console without a server', console(polled([])), [/Press 1/]],
	['details without a server', rendered([paneMessages.noServerSelected]), [/Press 1/]],
	['an empty timeline', timeline(...one), [/Press m/]],
	['a timeline that could not be read', timeline(failed({status: 500})), [/Press r/]],
	['results without servers', rendered([resultMessages.noRuns]), [/Space, then i/]],
	['results of a selection without commands', rendered([resultMessages.noneSentToThem]), [/\bi\b/]],
])('%s names the next key or step', (_, text, next) => {
	for (const pattern of next) expect(text).toMatch(pattern);
});

test('an empty job list says how to start a job', () => {
	const {rows} = jobsView(
		after(...one),
		{settings: testSettings, keymap: usualKeymap},
		{now: startAt, cursor: '>'},
	);
	expect(rows.flat()[0]?.text).toMatch(/Space, then S, X, R or B; w /);
});

test('an empty job list names the stops and restarts that are due', () => {
	const {rows} = jobsView(
		after(...one, {
			type: 'scheduled/added',
			serverId: 'a',
			action: 'restart',
			at: startAt + 600_000,
			sentAt: startAt,
			jobId: undefined,
			before: [],
		}),
		{settings: testSettings, keymap: usualKeymap},
		{now: startAt, cursor: '>'},
	);
	const lines = rows.map(spans => spans.map(({text}) => text).join(''));
	expect(lines[0]).toMatch(/: restart ~.*, in 10m \(scheduled here/);
	expect(lines.join(' ')).toContain('No jobs');
});

test.each([24, 40, 80, 120])('the text of an empty job list wraps in %i columns', columns => {
	const {rows, width} = jobsView(
		after(...one, {type: 'view/changed', change: {size: {columns, rows: 24}}}),
		{settings: testSettings, keymap: usualKeymap},
		{now: startAt, cursor: '>'},
	);
	const lines = rows.map(spans => spans.map(({text}) => text).join(''));
	expect(lines.filter(line => line.length > width - 4)).toEqual([]);
	expect(lines.join(' ')).toContain('w watches a command.');
});

test('a palette without a match says how to leave', () => {
	const app = openHeadlessApp();
	app.press(':', ...'qqqq');
	expect(paletteView(app.state(), app.services)?.note).toBe('no match  Esc close');
});

const screens: readonly [ListId, RegExp][] = [
	['nodes', /Press r/],
	['automations', /C creates one/],
	['runs', /T triggers one/],
	['team', /Press r/],
];

test.each(screens)('the list of %s shows a hint when it is empty, filtered or rejected', (id, whenEmpty) => {
	const state = after(...one);
	const shows = (change: Partial<ScreenView>) => {
		const view = {...screenView(state, registry.screens[id], state.screens.lists[id]), ...change};
		return rendered(emptyScreenOf(view, state).map(({text}) => text));
	};
	expect(shows({rows: [], problem: undefined})).toMatch(whenEmpty);
	const row = {id: 'a', fields: {}, cell: () => ({text: '', tone: 'plain' as const})};
	expect(shows({rows: [row], viewState: {...state.screens.lists[id], filter}})).toMatch(/Esc clears/);
	expect(shows({rows: undefined, problem: aFailure({status: 403})})).toMatch(/r retries/);
});
