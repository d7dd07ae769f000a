import {expect, test} from 'vitest';
import type {Api} from '../../../src/contract/endpoints/index.ts';
import {Automation} from '../../../src/contract/models/automation.ts';
import {readAutomations} from '../../../src/core/actions/automations.ts';
import {formView} from '../../../src/core/forms/form-view.ts';
import {handleKey} from '../../../src/core/keys.ts';
import type {Edited} from '../../../src/core/services.ts';
import {aServer, aTeam, polled} from '../../helpers/builders.ts';
import {fakeServices} from '../../helpers/fake-services.ts';

const hostile = 'Night\u202ely \x9b';
const open = {
	targets: {serverIds: ['a'], odd: {deep: [1, null, '\u001b[31m']}},
	workflow: [{type: 'RCON', command: 'say \u200b', kept: {x: 1e21}}],
	trigger: {type: 'MOON', phase: null},
};
const record = (given: object = {}) =>
	Automation.parse({
		id: 'auto',
		name: hostile,
		description: 'About',
		enabled: true,
		runTimeoutSec: 60,
		updatedAt: 1e12,
		...open,
		...given,
	});

/** The dialog that edits one automation, with an editor that saves what the test says. */
async function openEdit(edit: (text: string) => Edited, now = record()) {
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
		api: {...services.api, listAutomations: async () => ({items: [record()], unreadable: []})},
	});
	store.dispatch({type: 'view/changed', change: {pane: 'automations'}});
	const press = (...chords: string[]) => chords.forEach(chord => handleKey(services, chord));
	press('E');
	await clock.advance(400);
	return {
		sent,
		press,
		settle: () => clock.advance(1),
		notice: () => store.getState().notices.at(-1)?.text,
		view: () => formView(store.getState(), services.settings, clock.now()),
		problem: () =>
			formView(store.getState(), services.settings, clock.now())?.fields.find(({name}) => name === 'parts')
				?.problem,
	};
}

test('what was not touched goes back as it came, also what the screen shows cleaned', async () => {
	const {press, settle, sent} = await openEdit(text => ({text}));
	press('ctrl+x');
	await settle();
	press('enter');
	await settle();
	press('tab', 'enter');
	await settle();
	expect(sent).toEqual([
		{automationId: 'auto', name: hostile, description: 'About', enabled: true, runTimeoutSec: 60, ...open},
	]);
});

test('the editor gets nothing that could act on a terminal', async () => {
	let seen = '';
	const {press, settle} = await openEdit(text => ((seen = text), {text}));
	press('ctrl+x');
	await settle();
	expect(seen).toContain('\\u001b[31m');
	expect(seen).toContain('\\u200b');
	expect(JSON.parse(seen)).toEqual(open);
});

test('what is not JSON is said with its line and column, and comes back on the next try', async () => {
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
	expect(problem()).toMatch(/^It is not JSON: line \d+, column 14: a value is missing/);
	press('enter');
	expect(view()?.step).toBe('edit');
	press('ctrl+x');
	await settle();
	expect(texts[1]).toContain('"phase": nul\n');
	expect(problem()).toBeUndefined();
});

test.each([
	['[]', 'It must be one object'],
	['{"steps": []}', '"steps" has no place there'],
	['{"workflow": {}}', 'workflow must be a list'],
])('%s cannot be sent', async (text, words) => {
	const {press, settle, problem} = await openEdit(() => ({text}));
	press('ctrl+x');
	await settle();
	expect(problem()).toContain(words);
});

test('an editor that fails leaves everything as it is', async () => {
	const {press, settle, notice, view} = await openEdit(() => ({problem: 'The editor ended with 1.'}));
	press('ctrl+x');
	await settle();
	expect(notice()).toBe('The editor ended with 1.');
	expect(view()?.step).toBe('edit');
});

test('what somebody else has changed in between is not overwritten', async () => {
	const {press, settle, sent, view} = await openEdit(text => ({text}), record({updatedAt: 2e12}));
	press('end', 'x', 'enter');
	await settle();
	press('tab', 'enter');
	await settle();
	expect(sent).toEqual([]);
	expect(view()?.failure?.title).toContain('Somebody else has changed it');
});
