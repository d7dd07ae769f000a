import {expect, test} from 'vitest';
import {type ActionActivity, type Activity, activityText} from '../../src/actions/activity.ts';
import type {ActionId} from '../../src/messages/actions.ts';
import {actionWords} from '../../src/messages/actions.ts';
import {aNodeChange, aReport, anAction, stateChange} from '../helpers/activities.ts';

const actionIds = Object.keys(actionWords) as ActionId[];

type Case = [activity: Activity, besideName: string, withName?: string];
const done = (
	action: ActionId,
	input: ActionActivity['input'],
	besideName: string,
	withName = besideName,
	targetCount = 1,
): Case => [anAction(action, {input, targetCount}), besideName, withName];

const onePlayer = {playerId: '0002ab', name: 'Ann'};

const accepted: Case[] = [
	done('start', {}, 'Start accepted.', 'isl-1: start accepted.'),
	done('stop', {delayMinutes: 15}, 'Stop in 15m accepted.', 'isl-1: stop in 15m accepted.'),
	done('stop', {force: true}, 'Forced stop accepted.', 'isl-1: forced stop accepted.'),
	done('restart', {batchSize: 2}, 'Restart of 5 servers started.', undefined, 5),
	done('restart', {batchSize: 2}, 'Restart accepted.', 'isl-1: restart accepted.'),
	done('rcon', {command: 'save'}, 'save was sent.'),
	done('broadcast', {text: 'hi'}, 'Message sent to the players.', 'Message sent to isl-1.'),
	done('broadcast', {text: 'hi'}, 'Message sent to 3 servers.', undefined, 3),
	done('watch', {command: 'status', seconds: 30}, 'Watching status every 30s.'),
	done('create', {name: 'isl-9'}, 'isl-9: creation accepted.'),
	done('rename', {name: 'isl-2', previousName: 'isl-1'}, 'isl-1 renamed to isl-2.'),
	done('move', {directory: '/srv'}, 'Move accepted.', 'isl-1: move accepted.'),
	done('update', {}, 'Update accepted.', 'isl-1: update accepted.'),
	done('backup', {}, 'Backup accepted.', 'isl-1: backup accepted.'),
	done('restore-backup', {}, 'Restore of a backup accepted.', 'isl-1: restore of a backup accepted.'),
	done('delete-backup', {}, 'Deletion of a backup accepted.', 'isl-1: deletion of a backup accepted.'),
	done('delete', {}, 'Deletion accepted.', 'isl-1: deletion accepted.'),
	done(
		'cancel-schedule',
		{scheduled: 'stop'},
		'Stop cancellation accepted.',
		'isl-1: stop cancellation accepted.',
	),
	done('cancel-task', {taskId: 't1'}, 't1: cancellation accepted.'),
	done('invite', {email: 'mina@guild.example'}, 'mina@guild.example was invited.'),
	done('withdraw-invitation', {email: 'a@b.example'}, 'The invitation for a@b.example was withdrawn.'),
	done('kick', {memberId: 'm1', name: 'Mina'}, 'Mina was removed from the team.'),
	done('message-player', onePlayer, 'Message sent to Ann (0002ab).'),
	done('kick-player', onePlayer, 'Ann (0002ab): kick sent.', 'Ann (0002ab): kick sent to isl-1.'),
	done(
		'ban-player',
		{...onePlayer, reason: 'spam'},
		'Ann (0002ab): ban sent (spam).',
		'Ann (0002ab): ban sent to isl-1 (spam).',
	),
	done(
		'ban-player',
		{...onePlayer, duration: '2h'},
		'Ann (0002ab): ban for 2h sent.',
		'Ann (0002ab): ban for 2h sent to isl-1.',
	),
	done('note-player', {...onePlayer, text: 'polite'}, 'Ann (0002ab): polite'),
	done('note-player', {...onePlayer, flag: 'yes'}, 'Ann (0002ab) flagged.'),
	done('unban-player', onePlayer, 'Ann (0002ab): unban sent.', 'Ann (0002ab): unban sent to isl-1.'),
	done('upload-icon', {}, 'Team icon uploaded.'),
	done('create-automation', {name: 'Nightly'}, 'Nightly was created.'),
	done('edit-automation', {automationId: 'a1'}, 'a1 was saved.'),
	done('enable-automation', {automationId: 'a1'}, 'a1 was enabled.'),
	done('disable-automation', {automationId: 'a1', name: 'nightly'}, 'nightly was disabled.'),
	done('delete-automation', {automationId: 'a1', name: 'nightly'}, 'nightly was deleted.'),
	done('trigger-automation', {automationId: 'a1', name: 'Nightly'}, 'Nightly was triggered.'),
	done('cancel-run', {name: 'run 7'}, 'run 7: cancellation requested.'),
	done('api', {method: 'POST', path: '/x'}, 'api POST /x accepted.'),
	done('add-server', {name: 'web'}, 'web was added.'),
	done('edit-server', {name: 'web'}, 'web was changed.'),
	done('remove-server', {name: 'web'}, 'web was removed.'),
	done('create-token', {name: 'ci'}, 'ci (token) was created.'),
	done('revoke-token', {name: 'ci'}, 'ci (token) was revoked.'),
];

test('every action has a sentence, both with its server name and beside it', () => {
	for (const [activity, besideName, withName] of accepted) {
		expect(activityText(activity)).toBe(besideName);
		expect(activityText(activity, 'isl-1')).toBe(withName);
	}
	const covered = new Set(accepted.map(([activity]) => activity.type === 'action' && activity.action));
	expect(actionIds.filter(id => !covered.has(id))).toEqual([]);
});

test('an outcome states the known facts and the reason', () => {
	const failed = (over: Partial<ActionActivity>) => activityText(anAction('delete-backup', over), 'isl-1');
	expect(failed({outcome: 'refused', reason: 'server.is_not_online'})).toBe(
		'delete backup: refused: server.is_not_online',
	);
	expect(failed({outcome: 'unknown', reason: 'No answer.'})).toBe(
		'delete backup: outcome unknown, it may have run: No answer.',
	);
	expect(failed({outcome: 'failed', reason: 'No route.'})).toBe('delete backup: failed: No route.');
	expect(failed({outcome: 'pending'})).toBe('delete backup: outcome unknown, it may have run');
	expect(activityText(anAction('create', {input: {name: 'x'}, reason: 'it is empty'}))).toBe(
		"x: creation accepted. The service's answer could not be read (it is empty).",
	);
	const raw = {method: 'PUT', path: '/x'};
	expect(activityText(anAction('api', {input: raw, outcome: 'refused', reason: 'no'}))).toBe(
		'api PUT /x: refused: no',
	);
});

test('formats changes of states and nodes, overdue actions and sentences of earlier versions', () => {
	expect(activityText(stateChange('ONLINE', undefined))).toBe('ONLINE -> no state (seen by poll)');
	expect(activityText(stateChange(undefined, 'ONLINE'))).toBe('ONLINE (seen by poll)');
	expect(activityText(aNodeChange())).toBe('eu-1 OFFLINE (5 servers, 34 players)');
	expect(activityText(aNodeChange({from: 'OFFLINE', to: 'ONLINE', awayMs: 90_000}))).toBe(
		'eu-1 back ONLINE after 1m 30s',
	);
	expect(activityText(aNodeChange({from: undefined, to: 'ONLINE', servers: 0}))).toBe('eu-1 listed, ONLINE');
	expect(activityText(aNodeChange({to: undefined}))).toBe('eu-1 is no longer listed');
	const overdue = {type: 'overdue', expected: 'STOPPING', state: undefined} as const;
	expect(activityText(overdue)).toBe('It should be STOPPING by now, but is still in an unknown state.');
	expect(activityText({...overdue, state: 'ONLINE'}, 'isl-1')).toBe(
		'isl-1 should be STOPPING by now, but is still ONLINE.',
	);
	expect(activityText(aReport('As it was.'))).toBe('As it was.');
});

test('an event with missing fields is still a sentence', () => {
	for (const action of actionIds) expect(activityText(anAction(action))).toMatch(/\.$/);
});
