import {expect, test} from 'vitest';
import {problemIn} from '../../../src/actions/field.ts';
import {actions} from '../../../src/actions/index.ts';
import {registry} from '../../../src/app/features.ts';
import type {Form} from '../../../src/app/kernel/form.ts';
import {openHeadlessApp} from '../../helpers/headless-app.ts';

const dialogs: (readonly [id: string, fields: Form['fields']])[] = [
	...[...registry.dialogs.values()].map(({id, fields}) => [id, fields] as const),
	...actions.map(({id, fields}) => [id, fields] as const),
];
const lines = [...dialogs].flatMap(([id, fields]) =>
	Object.entries(fields).flatMap(([name, field]) =>
		field.kind === 'line' && field.onlyCommands !== true ? [{id: `${id} ${name}`, field}] : [],
	),
);

test('every field that may stay empty says what that means', () => {
	// The fields of an edited automation are those of a new one, and any value may stay as it is.
	const optional = lines.filter(
		({id, field}) => !id.startsWith('edit-automation ') && problemIn(field, '') === undefined,
	);
	expect(optional.map(({id}) => id)).toEqual(
		expect.arrayContaining([
			'create directory',
			'trigger-automation targets',
			'backup name',
			'bookmark note',
		]),
	);
	expect(optional.filter(({field: {usual}}) => (usual ?? '') === '').map(({id}) => id)).toEqual([]);
});

test('every dialog explains each of its fields', () => {
	const all = [...dialogs].flatMap(([id, fields]) =>
		Object.entries(fields).map(([name, {hint, onlyCommands}]) => ({id: `${id} ${name}`, hint, onlyCommands})),
	);
	expect(all.filter(({hint, onlyCommands}) => hint === '' && !onlyCommands).map(({id}) => id)).toEqual([]);
});

test('an empty field shows what it means in parentheses', async () => {
	const app = openHeadlessApp();
	await app.openDialog('C');
	expect(app.view()?.fields.find(({name}) => name === 'directory')?.placeholder).toBe('(chosen by the node)');
});
