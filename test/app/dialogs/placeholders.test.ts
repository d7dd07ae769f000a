import {expect, test} from 'vitest';
import {problemIn} from '../../../src/actions/field.ts';
import {actions} from '../../../src/actions/index.ts';
import {registry} from '../../../src/app/features.ts';
import type {Form} from '../../../src/app/kernel/dialogs/form.ts';
import {openHeadlessApp, server} from '../../helpers/headless-app.ts';

const dialogs: (readonly [id: string, fields: Form['fields']])[] = [
	...[...registry.dialogs.values()].map(({id, fields}) => [id, fields] as const),
	...actions.map(({id, fields}) => [id, fields] as const),
];
const lines = [...dialogs].flatMap(([id, fields]) =>
	Object.entries(fields).flatMap(([name, field]) =>
		field.kind === 'line' && field.onlyCommands !== true ? [{id: `${id} ${name}`, field}] : [],
	),
);

test('every optional field explains its empty value', () => {
	// An edited automation has the fields of a new one, and each may keep its value.
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

test('an empty field shows its meaning in parentheses', async () => {
	const app = openHeadlessApp();
	await app.openDialog('C');
	expect(app.view()?.fields.find(({name}) => name === 'directory')?.placeholder).toBe('(chosen by the node)');
});

test('the unit after a number is singular for one, and hidden if the value has its own unit', async () => {
	const app = openHeadlessApp();
	await app.openDialog('R');
	const unit = (name: string) => app.view()?.fields.find(field => field.name === name)?.unit;
	expect(unit('delay')).toBe('minutes');
	app.type('1');
	expect(unit('delay')).toBe('minute');
	app.type('0');
	expect(unit('delay')).toBe('minutes');
	app.type('m');
	expect(unit('delay')).toBe('');
});

test('an empty batch size means one server, or all at once if delayed, and an empty deadline shows its default with a unit', async () => {
	const app = openHeadlessApp([server('a'), server('b')]);
	app.press('*');
	await app.openDialog('R');
	const field = (name: string) => app.view()?.fields.find(one => one.name === name);
	expect(field('atOnce')).toMatchObject({placeholder: '(1, or all at once if delayed)'});
	expect(field('deadline')).toMatchObject({placeholder: '(5m)', unit: ''});
});
