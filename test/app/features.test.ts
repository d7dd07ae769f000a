import {expect, test} from 'vitest';
import {actions} from '../../src/actions/index.ts';
import {commands, features, registry} from '../../src/app/features.ts';
import {localIds} from '../../src/app/kernel/dialogs/dialog-id.ts';
import {menuIds} from '../../src/app/kernel/dialogs/dialog-state.ts';
import {screensSlice} from '../../src/app/kernel/screens/screens-state.ts';

const idsOf = (things: readonly (object | undefined)[]) =>
	things.flatMap(thing => Object.keys(thing ?? {})).toSorted();

test('exactly one feature has each command, menu, screen and dialog, and implements its plan', () => {
	expect(new Set(commands.map(({id}) => id)).size).toBe(commands.length);
	expect(idsOf(features.map(({menus}) => menus))).toEqual(menuIds.toSorted());
	expect(idsOf(features.map(({screens}) => screens))).toEqual(
		Object.keys(screensSlice.initial.lists).toSorted(),
	);
	expect(features.flatMap(({dialogs = []}) => dialogs.map(({id}) => id)).toSorted()).toEqual(
		[...actions.map(({id}) => id), ...localIds].toSorted(),
	);
	expect(idsOf(features.map(({refreshes}) => refreshes))).toEqual(['automations', 'nodes', 'runs', 'team']);
	expect(idsOf(features.map(({runners}) => runners))).toEqual(['rolling', 'watch']);
});

test('a screen is registered under its own ID', () => {
	for (const [id, screen] of Object.entries(registry.screens)) expect(screen.id).toBe(id);
});
