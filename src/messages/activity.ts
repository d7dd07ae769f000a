import {
	delayMinutesOf,
	isRolling,
	type ActionActivity,
	type Activity,
	type Json,
} from '../actions/activity.ts';
import type {ActionId} from '../actions/ids.ts';
import {formatElapsed} from '../lib/ago.ts';
import {writeDuration} from '../lib/duration.ts';
import {plural} from '../lib/plural.ts';
import {unreadText} from './accepted.ts';
import {minutesText} from './fields.ts';
import {teamJournalMessages} from './team-journal.ts';

/**
Describes an event as a sentence. It is shown next to the name of its server; with `server`, as in a notice, the
sentence contains the name.
*/
export function activityText(activity: Activity, server?: string): string {
	switch (activity.type) {
		case 'action':
			return actionText(activity, server);
		case 'stateChange': {
			const {from, to, seenBy} = activity;
			const how = seenBy === undefined ? '' : ` (seen by ${seenBy})`;
			return `${from ?? 'no state'} -> ${to ?? 'no state'}${how}`;
		}
		case 'nodeChange':
			return nodeChangeText(activity);
		case 'overdue': {
			const {expected, state} = activity;
			return `${server ?? 'It'} should be ${expected} by now, but is still ${state ?? 'in an unknown state'}.`;
		}
		case 'team': {
			const {what, by, text} = activity;
			return what === 'dropped' ? teamJournalMessages.dropped : teamJournalMessages[what](by, text);
		}
		case 'report':
		case 'text':
			return activity.text;
	}
}

type NodeChange = Extract<Activity, {type: 'nodeChange'}>;

/** For example `eu-1 OFFLINE (5 servers, 34 players)` or `eu-1 back ONLINE after 1m 30s`. */
function nodeChangeText({node, from, to, servers, players, awayMs}: NodeChange): string {
	if (to === undefined) return `${node} is no longer listed`;
	if (awayMs !== undefined) return `${node} back ${to} after ${formatElapsed(awayMs)}`;
	const before = from === undefined ? 'listed, ' : '';
	return `${node} ${before}${to}${servers > 0 ? ` (${carriedText(servers, players)})` : ''}`;
}

/** What a node carries. */
export const carriedText = (servers: number, players: number): string =>
	`${plural(servers, 'server')}, ${plural(players, 'player')}`;

function actionText(activity: ActionActivity, server: string | undefined): string {
	const {action, outcome, reason} = activity;
	if (outcome === 'accepted') {
		const unread = reason === undefined ? undefined : unreadText(reason);
		return [acceptedText(activity, server), unread].filter(Boolean).join(' ');
	}
	const name = action === 'api' ? apiText(activity) : actionNames[action];
	return [name, outcomeWords[outcome], reason].filter(part => part !== undefined).join(': ');
}

const intervalText = (seconds: Json | undefined): string =>
	typeof seconds === 'number' ? writeDuration(seconds * 1000) : 'unknown interval';

function acceptedText(activity: ActionActivity, server: string | undefined): string {
	const {action, input, targetCount} = activity;
	const to = server === undefined ? '' : ` to ${server}`;
	/** `noun`: with a capital letter, such as `Stop in 10m`. */
	const accepted = (noun: string, subject = server) =>
		`${subject === undefined ? noun : `${subject}: ${noun.charAt(0).toLowerCase()}${noun.slice(1)}`} accepted.`;
	const given = (name: string) => {
		const value = input[name];
		return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
	};
	switch (action) {
		case 'start':
		case 'stop':
		case 'restart': {
			const verb = input['force'] === true ? 'Forced stop' : powerVerbs[action];
			// A one-shot command records the request of each server.
			if (isRolling(activity) && targetCount > 1) {
				return `${verb} of ${plural(targetCount, 'server')} started.`;
			}
			const delay = delayMinutesOf(activity);
			return accepted(`${verb}${delay === undefined ? '' : ` in ${minutesText(delay)}`}`);
		}
		case 'rcon':
			return `${given('command') ?? 'The command'} was sent.`;
		case 'broadcast':
			return `Message sent to ${targetCount > 1 ? plural(targetCount, 'server') : (server ?? 'the players')}.`;
		case 'watch':
			return `Watching ${given('command') ?? 'a command'} every ${intervalText(input['seconds'])}.`;
		case 'create':
			return accepted('Creation', given('name') ?? 'New server');
		case 'rename':
			return `${given('previousName') ?? server ?? 'It'} renamed to ${given('name') ?? 'another name'}.`;
		case 'move':
			return accepted('Move');
		case 'update':
			return accepted('Update');
		case 'backup':
			return accepted('Backup');
		case 'restore-backup':
			return accepted('Restore of a backup');
		case 'delete-backup':
			return accepted('Deletion of a backup');
		case 'delete':
			return accepted('Deletion');
		case 'cancel-schedule':
			return accepted(`Cancellation of the ${given('scheduled') ?? 'action'}`);
		case 'cancel-task':
			return accepted('Cancellation', given('name') ?? given('taskId') ?? 'Task');
		case 'invite':
			return `${given('email') ?? given('name') ?? 'A new member'} was invited.`;
		case 'withdraw-invitation':
			return `The invitation for ${given('email') ?? 'a new member'} was withdrawn.`;
		case 'kick':
			return `${given('name') ?? given('memberId') ?? 'A member'} was removed from the team.`;
		case 'message-player':
			return `Message sent to ${playerText(activity)}.`;
		case 'kick-player':
			return `${playerText(activity)}: kick sent${to}${reasonText(activity)}.`;
		case 'ban-player':
			return `${playerText(activity)}: ban sent${to}${reasonText(activity)}.`;
		case 'upload-icon':
			return 'Team icon uploaded.';
		case 'create-automation':
			return `${given('name') ?? 'The automation'} was created.`;
		case 'edit-automation':
			return `${given('name') ?? given('automationId') ?? 'The automation'} was saved.`;
		case 'trigger-automation':
			return `${given('name') ?? given('automationId') ?? 'It'} was triggered.`;
		case 'cancel-run':
			return `${given('name') ?? 'Run'}: cancellation requested.`;
		case 'api':
			return `${apiText(activity)} accepted.`;
		case 'add-server':
		case 'edit-server':
		case 'remove-server':
		case 'create-token':
		case 'revoke-token':
			return localChangeText(action, given('name') ?? given('tokenId') ?? server);
	}
}

const changed = {
	'add-server': 'added',
	'edit-server': 'changed',
	'remove-server': 'removed',
	'create-token': 'created',
	'revoke-token': 'revoked',
} as const;

function localChangeText(action: keyof typeof changed, name: string | undefined): string {
	const isToken = action === 'create-token' || action === 'revoke-token';
	// Not `Token NAME`, because the journal would hide the name as a secret.
	const unnamed = isToken ? 'A token' : 'A server';
	const subject = name === undefined ? unnamed : `${name}${isToken ? ' (token)' : ''}`;
	return `${subject} was ${changed[action]}.`;
}

const playerText = ({input: {name, playerId}}: ActionActivity): string =>
	`${String(name)} (${String(playerId)})`;

const reasonText = ({input: {reason}}: ActionActivity): string =>
	typeof reason === 'string' ? ` (${reason})` : '';

const apiText = ({input: {method, path}}: ActionActivity): string => `api ${String(method)} ${String(path)}`;

const unknown = 'outcome unknown, it may have run';
const outcomeWords = {pending: unknown, unknown, refused: 'refused', failed: 'failed'} as const;

const powerVerbs = {start: 'Start', stop: 'Stop', restart: 'Restart'} as const;

/** The name of an action with a capital; undefined: of an earlier version. */
export const actionName = (action: ActionId | undefined): string => {
	const name = action === undefined ? 'action' : actionNames[action];
	return name.charAt(0).toUpperCase() + name.slice(1);
};

/** Short names for failed actions. */
const actionNames: Readonly<Record<ActionId, string>> = {
	start: 'start',
	stop: 'stop',
	restart: 'restart',
	rcon: 'rcon',
	broadcast: 'broadcast',
	watch: 'watch',
	create: 'create',
	rename: 'rename',
	move: 'move',
	update: 'update',
	backup: 'backup',
	'restore-backup': 'restore backup',
	'delete-backup': 'delete backup',
	delete: 'delete',
	'cancel-schedule': 'cancel',
	'cancel-task': 'cancel task',
	invite: 'invite',
	'withdraw-invitation': 'withdraw',
	kick: 'kick',
	'message-player': 'message to a player',
	'kick-player': 'kick a player',
	'ban-player': 'ban a player',
	'upload-icon': 'upload icon',
	'create-automation': 'create automation',
	'edit-automation': 'edit automation',
	'trigger-automation': 'trigger',
	'cancel-run': 'cancel run',
	api: 'api',
	'add-server': 'add server',
	'edit-server': 'edit server',
	'remove-server': 'remove server',
	'create-token': 'create token',
	'revoke-token': 'revoke token',
};
