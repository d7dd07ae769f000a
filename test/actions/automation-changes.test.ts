import {expect, test} from 'vitest';
import {typedFor} from '../../src/actions/automations.ts';
import {changesIn, checkNew, editedRecord, overwrittenFields} from '../../src/actions/automation-changes.ts';

const record = {
	id: 7,
	teamId: 't',
	name: 'Nightly',
	description: null,
	runTimeoutSec: '60',
	createdAt: '2026-01-01T00:00:00Z',
	updatedAt: '2026-01-02T00:00:00.000+00:00',
	targets: {all: true},
	odd: [null],
};

test('an edit is the entire record plus its changes', () => {
	const changes = changesIn({name: 'Daily', trigger: null, tags: []}, record);
	expect(changes).toEqual({name: 'Daily', trigger: null, tags: []});
	expect(editedRecord(record, changes)).toEqual({...record, name: 'Daily', trigger: null, tags: []});
	expect(editedRecord({...record, automationId: '7'}, {})).toEqual(record);
});

test('accepts fields that the service sets when they are unchanged', () => {
	const service = {id: '7', teamId: 't', createdAt: 1_767_225_600_000, updatedAt: '2025-01-01T00:00:00Z'};
	const fields = {name: 'Daily', description: null, targets: {all: true}, odd: [null], runTimeoutSec: '60'};
	expect(changesIn({...service, ...fields}, record)).toEqual(fields);
});

test.each([
	[{id: 'other'}, 'id cannot be changed'],
	[{teamId: 'other'}, 'teamId cannot be changed'],
	[{createdAt: '2020-01-01T00:00:00Z'}, 'createdAt cannot be changed'],
	[{automationId: '7'}, 'automationId cannot be changed'],
	[{enabled: 'false'}, 'enabled is not right'],
	[{workflow: {}}, 'workflow is not right'],
	[{name: ' '}, 'name must not be blank'],
	[{runTimeoutSec: 0}, 'runTimeoutSec is not right'],
])('rejects an edit with %j and names the field', (given, words) => {
	expect(() => changesIn(given, record)).toThrow(words);
});

test('a new automation contains no service-set fields and only its own team', () => {
	expect(() => checkNew({name: 'x', teamId: 't', odd: 1}, 't')).not.toThrow();
	expect(() => checkNew({name: 'x', id: 'a'}, 't')).toThrow('id is set by the service');
	expect(() => checkNew({name: 'x', updatedAt: 1}, 't')).toThrow('updatedAt is set by the service');
	expect(() => checkNew({name: 'x', teamId: 'u'}, 't')).toThrow('teamId must be the ID of your team (t');
});

test('reports conflicts in fields changed on both sides, and the version', () => {
	const theirs = {...record, name: 'Theirs', targets: {all: false}, updatedAt: 1_767_312_000_001};
	expect(overwrittenFields(record, theirs, {name: 'Mine'})).toEqual(['name', 'updatedAt']);
	expect(overwrittenFields(record, {...record, targets: {}}, {name: 'Mine'})).toEqual([]);
	expect(overwrittenFields(record, {...record, updatedAt: '2026-01-02T00:00:00Z'}, {})).toEqual([]);
});

test.each<[unknown, string]>([
	[90, '90s'],
	['90', '90'],
	[undefined, ''],
	[{deep: {}}, ''],
])('the dialog shows the timeout %j as %j', (runTimeoutSec, shown) => {
	const known = {record: {...record, runTimeoutSec}, enabled: true};
	expect(typedFor(known)['runTimeoutSec']).toBe(shown);
});
