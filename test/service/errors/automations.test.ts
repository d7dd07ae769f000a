import {expect, test} from 'vitest';
import {openService} from '../open-service.ts';
import {gone, invalid, otherTeam, post, readOnly, testRows, type Raise, type Row} from './raising.ts';

const manage = 'missingPermission.MANAGE_AUTOMATIONS';
const wrong: [what: string, fields: object][] = [
	['targets are a string', {targets: 'all'}],
	['targets are a list', {targets: ['cs']}],
	['targets are a number', {targets: 5}],
	['target IDs are not a list', {targets: {serverIds: 'cs'}}],
	['target IDs are not strings', {targets: {serverIds: [5]}}],
	['all targets is not a boolean', {targets: {all: 'yes'}}],
	['the workflow is an object', {workflow: {type: 'RCON'}}],
	['the workflow is a string', {workflow: 'RCON'}],
	['a step is a string', {workflow: ['RCON']}],
	['a step is null', {workflow: [null]}],
	['a step is a list', {workflow: [[]]}],
	['the type of a step is not a string', {workflow: [{type: 5}]}],
	['the command of a step is not a string', {workflow: [{type: 'RCON', command: 5}]}],
	['a step has an unknown type', {workflow: [{type: 'RESART'}]}],
	['a wait has no seconds', {workflow: [{type: 'WAIT'}]}],
	['an expression has an unknown name', {workflow: [{type: 'NOTIFY', message: '{minutes}'}]}],
	['an expression is incomplete', {workflow: [{type: 'RCON', command: 'say {upper(}'}]}],
	['targets have an unknown field', {targets: {all: true, players: '<5'}}],
	['the trigger has an unknown filter', {trigger: {type: 'STATE_CHANGE', to: 'OFFLINE', name: 'pvp'}}],
	['the trigger is a string', {trigger: '* * * * *'}],
	['the trigger is a list', {trigger: []}],
	['the trigger is true', {trigger: true}],
	['the schedule is a number', {trigger: {cron: 5}}],
	['the schedule is invalid', {trigger: {cron: 'soon'}}],
	['the time zone is invalid', {trigger: {cron: '* * * * *', timezone: 'Nowhere'}}],
	['enabled is a string', {enabled: 'yes'}],
	['the description is a number', {description: 5}],
	['the time limit is a string', {runTimeoutSec: '5'}],
	['the time limit is 0', {runTimeoutSec: 0}],
	['the name is blank', {name: ' '}],
	['the name is a number', {name: 5}],
];

const create = (fields: object, path = '/automation/create'): Raise =>
	post(path, {teamId: 'team', name: 'new', ...fields});
const rows = (raise: (fields: object) => Raise): Row[] =>
	wrong.map(([what, fields]) => [what, 400, invalid, raise(fields)]);

testRows('Create automation', [
	['lacks permission', 403, manage, readOnly('/automation/create', {teamId: 'team', name: 'x'})],
	["another team's", 404, gone, create({teamId: 'others'})],
	['no name', 400, invalid, post('/automation/create', {teamId: 'team'})],
	['no team', 400, invalid, post('/automation/create', {name: 'x'})],
	...rows(create),
	['on the other path', 400, invalid, create({targets: 'all'}, '/automation')],
]);

testRows('Edit automation', [
	['lacks permission', 403, manage, readOnly('/automation/round', {name: 'x'})],
	['not found', 404, gone, post('/automation/none', {name: 'x'})],
	...rows(fields => post('/automation/round', fields)),
]);

testRows('Trigger automation', [
	['lacks permission', 403, manage, readOnly('/automation/round/trigger/manual')],
	['not found', 404, gone, post('/automation/none/trigger/manual')],
	['targets are not a list', 400, invalid, post('/automation/round/trigger/manual', {targetIds: 'cs'})],
	['a target does not exist', 404, gone, post('/automation/round/trigger/manual', {targetIds: ['none']})],
]);

const runs =
	(query: string): Raise =>
	({call}) =>
		call('GET', `/automation-run/by-team/team?${query}`);

testRows('List runs', [
	["another team's", 404, gone, otherTeam('/automation-run/by-team/team')],
	['a page below the first', 400, invalid, runs('page=-1')],
	['a fractional page', 400, invalid, runs('page=0.5')],
	['a page that is not a number', 400, invalid, runs('page=x')],
	['pages without a size', 400, invalid, runs('size=0')],
	['an invalid time', 400, invalid, runs('createdFrom=soon')],
]);

test('keeps unknown fields of steps and unknown triggers as sent; null removes the trigger, and the time limit is the default again', async () => {
	const {post} = await openService();
	const open = {
		targets: {serverIds: ['cs']},
		workflow: [{type: 'START', with: {cake: true}}],
		trigger: {kind: 'moon', phase: 'full'},
	};
	const {body} = await post('/automation/create', {teamId: 'team', name: 'new', runTimeoutSec: 60, ...open});
	expect(body).toMatchObject({...open, runTimeoutSec: 60});
	const path = `/automation/${String(body['id'])}`;
	expect((await post(path, {trigger: null})).body).toMatchObject({...open, trigger: null});
	expect((await post(path, {runTimeoutSec: null})).body).toMatchObject({runTimeoutSec: 3600});
});
