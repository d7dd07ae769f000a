import {describe, expect, test} from 'vitest';
import {endpoints} from '../../src/contract/endpoints/index.ts';
import {checkFields, requestOf} from '../../src/contract/request.ts';
import {tooDeepMark} from '../../src/lib/json/depth.ts';

const deep = JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`) as unknown;

describe('the request of an edited automation', () => {
	const requestFor = (fields: Record<string, unknown>) =>
		requestOf(endpoints.editAutomation, {automationId: 'a/b', ...fields});

	test('keeps the record unchanged, including values that a new one could not have', () => {
		const record = {id: 7, name: null, runTimeoutSec: '60', workflow: {}, odd: [null], ['__proto__']: 1};
		expect(requestFor(record)).toEqual({method: 'POST', path: '/automation/a%2Fb', body: record});
	});

	test('has no undefined fields and no path parameters', () => {
		expect(requestFor({enabled: undefined}).body).toEqual({});
	});

	test.each([[deep], [[tooDeepMark]]])('is rejected when part of a field would be lost', value => {
		expect(() => requestFor({odd: value})).toThrow('odd ');
	});

	test('is validated for the changed fields', () => {
		expect(() => checkFields(endpoints.editAutomation, {odd: 1, name: ' '})).toThrow('name ');
		expect(() => checkFields(endpoints.editAutomation, {odd: 1, enabled: null})).not.toThrow();
	});
});

describe('the request of a new automation', () => {
	const requestFor = (fields: Record<string, unknown>) =>
		requestOf(endpoints.createAutomation, {teamId: 't', name: ' new ', ...fields});

	test('keeps unknown fields beside the validated ones', () => {
		expect(requestFor({odd: {kept: null}, description: null}).body).toEqual({
			teamId: 't',
			name: 'new',
			odd: {kept: null},
			description: null,
		});
		expect(() => requestFor({workflow: {}})).toThrow('workflow ');
		expect(() => requestFor({odd: deep})).toThrow('odd ');
	});
});

test('other requests refuse a field that they do not have, and name the closest one', () => {
	const rename = {serverId: 's', displayName: 'x', odd: undefined};
	expect(requestOf(endpoints.changeDisplayName, rename).body).toEqual({displayName: 'x'});
	const restart = {serverId: 's', delayMinute: 10};
	expect(() => requestOf(endpoints.restartServer, restart)).toThrow(
		'delayMinute is not a field of this request: use delayMinutes.',
	);
	const rcon = {serverId: 's', command: 'save', timeout: 10};
	expect(() => requestOf(endpoints.awaitRcon, rcon)).toThrow('timeout is not a field');
	const runs = {teamId: 't', status: 'FAILED'};
	expect(() => requestOf(endpoints.listRuns, runs)).toThrow(
		'status is not a field of this request: use statuses',
	);
	const servers = {teamId: 't', page: 2};
	expect(() => requestOf(endpoints.listServers, servers)).toThrow('page is not a field');
});
