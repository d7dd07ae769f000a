import {renderWithKeys} from '../../../src/app/kernel/keys/keymap.ts';
import {usualKeymap} from '../../helpers/keymap.ts';
import {expect, test} from 'vitest';
import type {Api} from '../../../src/contract/endpoints/index.ts';
import {Automation} from '../../../src/contract/models/automation.ts';
import {readAutomations} from '../../../src/app/automations/read-automations.ts';
import {formView} from '../../../src/app/dialogs/dialog-view.ts';
import {handleKey} from '../../../src/app/keys.ts';
import {endTypingGuard} from '../../../src/app/kernel/keys/typing-guard.ts';
import type {Edited} from '../../../src/lib/process/external-editor.ts';
import {aServer, aTeam, polled} from '../../helpers/builders.ts';
import {fakeServices} from '../../helpers/fake-services.ts';

const hostile = 'Night\u202ely \x9b';
const open = {
	targets: {serverIds: ['a'], odd: {deep: [1, null, '\u001b[31m']}},
	workflow: [{type: 'RCON', command: 'say \u200b', kept: {x: 1e21}}],
	trigger: {type: 'MOON', phase: null},
};
const sentBack = {
	id: 'auto',
	name: hostile,
	description: null,
	enabled: true,
	runTimeoutSec: 0,
	updatedAt: '2001-09-09T01:46:40Z',
	cooldown: {minutes: 5, until: null},
	...open,
};
const record = (given: object = {}) => Automation.parse({...sentBack, ...given});

/** The dialog for editing one automation, with an editor that saves what the test says. */
/** `opened`: fields of the record with which the dialog opens. */
async function openEdit(edit: (text: string) => Edited, now = record(), opened: object = {}) {
	const sent: unknown[] = [];
	const api: Partial<Api> = {
		listAutomations: async () => ({items: [now], unreadable: []}),
		editAutomation: async input => (sent.push(input), {record: now}),
	};
	const services = fakeServices({api, edit});
	const {store, clock} = services;
	store.dispatch({type: 'access/granted', team: aTeam()});
	store.dispatch(polled([aServer({id: 'a'})]));
	await readAutomations({
		...services,
		api: {...services.api, listAutomations: async () => ({items: [record(opened)], unreadable: []})},
	});
	store.dispatch({type: 'view/changed', change: {pane: 'automations'}});
	const press = (...chords: string[]) =>
		chords.forEach(chord => {
			endTypingGuard(services);
			handleKey(services, chord);
		});
	press('E');
	await clock.advance(400);
	return {
		sent,
		press,
		settle: () => clock.advance(1),
		notice: () => store.getState().notices.at(-1)?.text,
		view: () => formView(store.getState(), services, clock.now()),
		problem: () =>
			formView(store.getState(), services, clock.now())?.fields.find(({name}) => name === 'parts')?.problem,
	};
}

test('unchanged fields are returned as received, including text that the screen sanitizes', async () => {
	const {press, settle, sent} = await openEdit(text => ({text}));
	press('ctrl+x');
	await settle();
	press('enter');
	await settle();
	press('tab', 'enter');
	await settle();
	expect(sent).toEqual([{automationId: 'auto', ...sentBack}]);
});

test('opens the timeout as a duration with its unit, which is sent in seconds', async () => {
	const {press, settle, sent, view} = await openEdit(text => ({text}), record({runTimeoutSec: 120}), {
		runTimeoutSec: 120,
	});
	const timeout = () => view()?.fields.find(({name}) => name === 'runTimeoutSec');
	expect(timeout()).toMatchObject({value: {text: '2m'}, unit: ''});
	press('shift+tab', 'shift+tab');
	expect(timeout()?.focused).toBe(true);
	press('ctrl+u', ...'90', 'enter');
	expect(view()?.review?.rows).toBeDefined();
	press('tab', 'enter');
	await settle();
	expect(sent).toMatchObject([{runTimeoutSec: 90}]);
});

test('terminal control characters do not reach the editor', async () => {
	let seen = '';
	const {press, settle} = await openEdit(text => ((seen = text), {text}));
	press('ctrl+x');
	await settle();
	expect(seen).toContain('\\u001b[31m');
	expect(seen).toContain('\\u200b');
	expect(JSON.parse(seen)).toEqual({cooldown: sentBack.cooldown, ...open});
});

test('invalid JSON is reported with line and column, and stays for the next attempt', async () => {
	const texts: string[] = [];
	const {press, settle, problem, view} = await openEdit(text => {
		texts.push(text);
		return {
			text:
				texts.length === 1
					? text.replace('"phase": null', '"phase": nul')
					: text.replace('"phase": nul', '"phase": null'),
		};
	});
	press('ctrl+x');
	await settle();
	expect(renderWithKeys(problem() ?? '', usualKeymap)).toMatch(
		/^Invalid JSON: line \d+, column 14: a value is missing/,
	);
	press('enter');
	expect(view()?.step).toBe('edit');
	press('ctrl+x');
	await settle();
	expect(texts[1]).toContain('"phase": nul\n');
	expect(problem()).toBeUndefined();
});

test.each([
	['[]', 'Enter one JSON object'],
	['{"name": "x"}', 'Leave out "name": it has its own field'],
	['{"updatedAt": 1}', 'Leave out "updatedAt": the service sets it'],
	['{"automationId": "other"}', 'Leave out "automationId": the service sets it'],
	[JSON.stringify({...open, cooldown: 1, workflow: {}}), 'workflow must be a list'],
	[JSON.stringify(open), '"cooldown" is missing'],
])('rejects %s and names the field', async (text, words) => {
	const {press, settle, problem, sent} = await openEdit(() => ({text}));
	press('ctrl+x');
	await settle();
	press('enter');
	await settle();
	expect(problem()).toContain(words);
	expect(sent).toEqual([]);
});

test('undocumented fields can be edited and added like any other, and are named in the review', async () => {
	const parts = {...open, cooldown: {minutes: 9, until: null}, tags: ['a']};
	const {press, settle, sent, view} = await openEdit(() => ({text: JSON.stringify(parts)}));
	press('ctrl+x');
	await settle();
	press('enter');
	await settle();
	const effect = view()?.review?.rows.find(({label}) => label === 'Effect')?.lines;
	expect(effect).toEqual([
		'Changes cooldown, tags. The whole automation is sent.',
		'The specification does not define cooldown, tags; the service decides.',
	]);
	press('tab', 'enter');
	await settle();
	expect(sent).toEqual([{automationId: 'auto', ...sentBack, ...parts}]);
});

test('a failing editor leaves everything unchanged', async () => {
	const {press, settle, notice, view} = await openEdit(() => ({problem: 'The editor ended with 1.'}));
	press('ctrl+x');
	await settle();
	expect(notice()).toBe('The editor ended with 1.');
	expect(view()?.step).toBe('edit');
});

const later = '2033-05-18T03:33:20Z';

test.each([
	[{updatedAt: later, cooldown: 'theirs'}, 'updatedAt'],
	[{name: 'theirs'}, 'name'],
])(
	'reports changes by someone else (%j), and overwrites them only after they were shown',
	async (theirs, field) => {
		const {press, settle, sent, view} = await openEdit(text => ({text}), record(theirs));
		press('end', 'x', 'enter');
		await settle();
		press('tab', 'enter');
		await settle();
		expect(sent).toEqual([]);
		expect(view()?.failure?.title).toContain(`Someone else has just changed it (${field})`);
		const news = view()?.review?.rows.find(({label}) => label === 'Recent')?.lines;
		expect(news).toEqual([`Someone else has changed ${field} since you opened this dialog.`]);
		press('tab', 'enter');
		await settle();
		expect(sent).toEqual([{automationId: 'auto', ...sentBack, ...theirs, name: expect.stringMatching(/x$/)}]);
	},
);

test('keeps a field that someone else has changed and this edit has not', async () => {
	const {press, settle, sent} = await openEdit(text => ({text}), record({cooldown: 'theirs'}));
	press('end', 'x', 'enter');
	await settle();
	press('tab', 'enter');
	await settle();
	expect(sent).toMatchObject([{cooldown: 'theirs', name: expect.stringMatching(/x$/)}]);
});

test('the editor gets the text typed into the form, and the form shows the saved text', async () => {
	let seen = '';
	const {press, settle, sent, view} = await openEdit(text => {
		seen = text;
		return {
			text: JSON.stringify({...JSON.parse(text), workflow: [{type: 'RESTART'}, {type: 'WAIT', seconds: 60}]}),
		};
	});
	const shown = (name: string) => view()?.fields.find(field => field.name === name)?.value.text;
	expect(shown('when')).toBe('{"type":"MOON","phase":null}');
	expect(shown('step1')).toBe(JSON.stringify(open.workflow[0]).replace('\u200b', String.raw`\u200b`));
	press('tab', 'ctrl+u', ...'on crash');
	press('ctrl+x');
	await settle();
	expect(JSON.parse(seen)).toMatchObject({
		trigger: {type: 'STATE_CHANGE', from: 'ONLINE', to: ['OFFLINE', 'RESTARTING']},
	});
	expect([shown('when'), shown('step1'), shown('step2')]).toEqual(['on crash', 'restart', 'wait 1m']);
	press('enter');
	await settle();
	press('tab', 'enter');
	await settle();
	expect(sent).toMatchObject([
		{
			targets: open.targets,
			workflow: [{type: 'RESTART'}, {type: 'WAIT', seconds: 60}],
			trigger: {type: 'STATE_CHANGE', from: 'ONLINE', to: ['OFFLINE', 'RESTARTING']},
		},
	]);
});

test('the editor does not open before lines that cannot be read are fixed', async () => {
	let isOpened = false;
	const {press, settle, view} = await openEdit(text => ((isOpened = true), {text}));
	press('tab', 'ctrl+u', ...'tomorrow');
	press('ctrl+x');
	await settle();
	expect(isOpened).toBe(false);
	expect(view()?.fields.find(({name}) => name === 'when')?.problem).toContain('Invalid schedule "tomorrow"');
});
