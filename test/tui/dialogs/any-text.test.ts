import fc from 'fast-check';
import {expect, test} from 'vitest';
import {createApi} from '../../../src/client/rest/client.ts';
import {advanceDialog, openFormDialog, press} from '../../../src/app/dialogs/open-dialog.ts';
import {openForm, checkForm, wordToType} from '../../../src/app/dialogs/dialog.ts';
import {formView} from '../../../src/app/dialogs/dialog-view.ts';
import {registry} from '../../../src/app/features.ts';
import {fieldOf} from '../../../src/app/kernel/text/text-field.ts';
import {layOutForm} from '../../../src/tui/dialogs/form-rows.ts';
import {anyText} from '../../helpers/any-text.ts';
import {aServer, aTeam, polled} from '../../helpers/builders.ts';
import {fakeServices} from '../../helpers/fake-services.ts';
import {manualClock} from '../../helpers/manual-clock.ts';

const sizes = [
	{columns: 80, rows: 24},
	{columns: 40, rows: 10},
];

/** Every subject of a dialog, with a service that accepts anything. */
function openAll() {
	const requests: {method: string; url: URL; body: string}[] = [];
	const api = createApi({
		baseUrl: 'http://service.example/base',
		credentials: undefined,
		clock: manualClock(),
		random: () => 0.5,
		fetch: async request => {
			requests.push({method: request.method, url: new URL(request.url), body: await request.text()});
			return Response.json({});
		},
	});
	const services = fakeServices({api});
	const {store} = services;
	const servers = [
		aServer({id: 'a', gameType: 'ARK_ASCENDED', onlinePlayers: 0, backups: [aBackup()]}),
		aServer({id: 'b', displayName: 'two', gameType: 'CS2', state: 'STOPPED'}),
	];
	store.dispatch({type: 'access/granted', team: aTeam()});
	store.dispatch(polled(servers));
	return {asked: requests, services};
}

const aBackup = () => ({
	backupId: 'backup-1',
	serverId: 'a',
	createdAt: 1e12,
	expiresAt: undefined,
	autoBackup: undefined,
	name: 'one',
	size: 1,
	kind: undefined,
});

/** The text of each field, or nothing to keep its initial value. */
const filledIn = fc.tuple(
	fc.constantFrom(...registry.dialogs.keys()),
	fc.array(fc.option(anyText(), {nil: undefined, freq: 3}), {minLength: 8, maxLength: 8}),
	fc.record({id: anyText(), name: anyText()}),
	fc.constantFrom<readonly string[]>(['a'], ['a', 'b'], [], ['gone'], ['..'], ['__proto__']),
);

type Filled = typeof filledIn extends fc.Arbitrary<infer Value> ? Value : never;

/** Fills in a form, submits it as far as possible, and returns its outcome. */
async function outcomeOf([id, texts, thing, serverIds]: Filled): Promise<string> {
	const {asked, services} = openAll();
	const {store, clock, keymap} = services;
	const form = registry.dialogs.get(id);
	if (!form) return 'no such form';
	const typed = Object.keys(form.fields).flatMap((name, at) => {
		const text = texts[at];
		return text === undefined ? [] : [[name, text] as const];
	});
	const painted = () => {
		const view = formView(store.getState(), services, clock.now());
		for (const size of sizes) if (view) layOutForm(view, size, keymap);
		return view;
	};
	const posts = () => asked.filter(({method}) => method !== 'GET').length;
	openFormDialog(services, {form: id, serverIds, subject: thing, typed: Object.fromEntries(typed)});
	painted();
	await advanceDialog(services);
	await clock.advance(10);
	const filled = painted();
	if (!filled) return form.isLocal ? 'done here' : 'closed';
	if (filled.step === 'edit') {
		return filled.fields.some(({problem}) => problem !== undefined) ? 'field problem' : 'stuck';
	}
	const open = openForm(store.getState(), services, clock.now());
	const checked = open && checkForm(open);
	const word = open && checked && 'plan' in checked ? wordToType(open, checked.plan) : undefined;
	const change = {button: 'verb' as const, ...(word !== undefined && {confirm: fieldOf(word.name)})};
	store.dispatch({type: 'dialog/changed', change});
	painted();
	await press(services);
	painted();
	await clock.advance(3100);
	painted();
	const {dialog, jobs, watches} = store.getState();
	if (asked.some(({url}) => !url.pathname.startsWith('/base/'))) return 'another path';
	if (!checked || 'problems' in checked) return posts() === 0 ? 'refused in the review' : 'sent all the same';
	if (dialog?.kind === 'form' && dialog.failure) return 'failure shown';
	return posts() > 0 || jobs.length > 0 || watches.length > 0 ? 'sent' : 'not sent';
}

const fine = ['field problem', 'refused in the review', 'sent', 'failure shown', 'done here'];

test('text typed into a dialog results in a field error or a request', async () => {
	await fc.assert(
		fc.asyncProperty(filledIn, async filled => {
			expect(fine).toContain(await outcomeOf(filled));
		}),
		{numRuns: 150},
	);
});
