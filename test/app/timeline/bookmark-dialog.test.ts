import {expect, test} from 'vitest';
import type {Memorable} from '../../../src/actions/memorable.ts';
import type {AccessState} from '../../../src/app/kernel/state/access.ts';
import {noJournal} from '../../../src/app/kernel/state/journal.ts';
import {initialState} from '../../../src/app/state.ts';
import {choicesOf} from '../../../src/app/dialogs/dialog.ts';
import {bookmarkForm} from '../../../src/app/timeline/feature.ts';
import {fakeServices} from '../../helpers/fake-services.ts';

const team = {id: 'team', members: [], permissions: []} as unknown as NonNullable<AccessState['team']>;

/** Sets a bookmark; returns who can see it, what the notice says, and what the journal keeps for the team. */
async function bookmark(access: Partial<AccessState>, {audience = 'me', readOnly = false} = {}) {
	const kept: Memorable[] = [];
	const services = fakeServices({
		state: {...initialState, access: {...initialState.access, ...access}},
		journal: {...noJournal, keep: items => void kept.push(...items)},
		settings: {readOnly},
	});
	const state = services.store.getState();
	const about = {state, settings: services.settings} as Parameters<typeof bookmarkForm.check>[0];
	const {audience: field} = bookmarkForm.fields;
	const audiences = field && choicesOf(field, about).map(({value}) => value);
	const checked = bookmarkForm.check(about, {note: 'patch at six', audience});
	if ('local' in checked) await checked.local.run(services);
	const said = JSON.stringify(services.store.getState().notices);
	return {audiences, said, forTeam: kept.filter(({kind}) => kind === 'forTeam').length};
}

test('only you see a bookmark unless you choose the team', async () => {
	const {audiences, said, forTeam} = await bookmark({team});
	expect(audiences).toEqual(['me', 'team']);
	expect(said).toContain('Bookmark added on this machine only');
	expect(forTeam).toBe(0);
});

test('the notice says that the team sees a bookmark', async () => {
	const {said, forTeam} = await bookmark({team}, {audience: 'team'});
	expect(said).toContain('Bookmark added for the whole team');
	expect(forTeam).toBe(1);
});

test.each<[string, Partial<AccessState>, boolean?]>([
	['the team is unknown', {}],
	['the service has no such journal', {team, missing: new Set(['readJournal'] as const)}],
	['a permission is lacking', {team, permissions: new Map([['MANAGE_SERVERS', 'lacking']])}],
	['the session only reads', {team}, true],
])(
	'the dialog and the notice say that a bookmark stays on this machine if %s',
	async (_why, access, readOnly) => {
		const {audiences, said, forTeam} = await bookmark(access, {audience: 'team', readOnly});
		expect(audiences).toEqual(['me']);
		expect(said).toContain('Bookmark added on this machine only');
		expect(forTeam).toBe(0);
	},
);
