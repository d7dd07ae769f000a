import {expect, test} from 'vitest';
import type {Memorable} from '../../../src/actions/memorable.ts';
import type {AccessState} from '../../../src/app/kernel/state/access.ts';
import {noJournal} from '../../../src/app/kernel/state/journal.ts';
import {initialState} from '../../../src/app/state.ts';
import {bookmarkForm} from '../../../src/app/timeline/feature.ts';
import {fakeServices} from '../../helpers/fake-services.ts';

const team = {id: 'team', members: [], permissions: []} as unknown as NonNullable<AccessState['team']>;

/** Sets a bookmark; returns what the dialog and the notice say, and what the journal keeps for the team. */
async function bookmark(access: Partial<AccessState>, readOnly = false) {
	const kept: Memorable[] = [];
	const services = fakeServices({
		state: {...initialState, access: {...initialState.access, ...access}},
		journal: {...noJournal, keep: items => void kept.push(...items)},
		settings: {readOnly},
	});
	const state = services.store.getState();
	const about = {state, settings: services.settings} as Parameters<typeof bookmarkForm.check>[0];
	const target = bookmarkForm.targetLabel?.(about);
	const checked = bookmarkForm.check(about, {note: 'patch at six'});
	if ('local' in checked) await checked.local.run(services);
	const said = JSON.stringify(services.store.getState().notices);
	return {target, said, forTeam: kept.filter(({kind}) => kind === 'forTeam').length};
}

test('the dialog and the notice say that the team sees a bookmark', async () => {
	const {target, said, forTeam} = await bookmark({team});
	expect(target).toContain('the whole team sees it');
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
		const {target, said, forTeam} = await bookmark(access, readOnly);
		expect(target).toContain('on this machine only');
		expect(said).toContain('Bookmark added on this machine only');
		expect(forTeam).toBe(0);
	},
);
