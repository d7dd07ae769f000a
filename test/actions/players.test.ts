import fc from 'fast-check';
import {expect, test} from 'vitest';
import {broadcast} from '../../src/actions/broadcast.ts';
import {banEndOn, banPlayer, kickPlayer, messagePlayer} from '../../src/actions/players.ts';
import type {Action} from '../../src/actions/action.ts';
import {aboutOf} from '../../src/app/dialogs/dialog.ts';
import {registry} from '../../src/app/features.ts';
import {noFiles} from '../../src/app/kernel/state/services.ts';
import {type Message, renderMessage, shellSegments} from '../../src/messages/text.ts';
import {after, aServer, polled} from '../helpers/builders.ts';
import {testSettings} from '../helpers/fake-services.ts';
import {activityText} from '../../src/actions/activity.ts';

const checkOn = (gameType: string, action: Action, id: string, typed: Record<string, string>) => {
	const server = aServer({id: 'a', displayName: 'isl-1', gameType});
	const about = aboutOf(
		{serverIds: ['a'], subject: {id, name: 'x"; quit'}},
		after(polled([server])),
		{...registry, files: noFiles, settings: testSettings},
		0,
	);
	return action.check(about, typed);
};
const commandsOf = (checked: ReturnType<typeof checkOn>) =>
	'plan' in checked ? checked.plan.requests.map(({command}) => command) : [];
const problems = (checked: ReturnType<typeof checkOn>) =>
	'problems' in checked
		? Object.values(checked.problems).map(problem => renderMessage(problem as Message, shellSegments))
		: [];

test.each([
	['ARK_ASCENDED', kickPlayer, '0002ab', {reason: 'spam'}, 'KickPlayer 0002ab'],
	['ARK_EVOLVED', banPlayer, '76561197960265729', {}, 'BanPlayer 76561197960265729'],
	['ARK_ASCENDED', messagePlayer, '0002ab', {text: 'stop it'}, 'ServerChatTo "0002ab" stop it'],
	['CS2', kickPlayer, 'STEAM_1:0:5', {reason: 'too loud'}, 'kickid "STEAM_1:0:5" too loud'],
	['CS2', kickPlayer, '[U:1:5]', {}, 'kickid "[U:1:5]"'],
	['CS2', banPlayer, 'STEAM_1:0:5', {reason: 'wallhack'}, 'banid 0 "STEAM_1:0:5" kick'],
] as const)('sends the command for %s', (game, action, id, typed, command) => {
	expect(commandsOf(checkOn(game, action, id, typed))).toEqual([command]);
});

test('confirms kicks and bans like the same commands when typed, and only reviews a message', () => {
	const riskOf = (action: Action, typed: Record<string, string>) => {
		const checked = checkOn('ARK_ASCENDED', action, '0002ab', typed);
		return 'plan' in checked ? checked.plan.risk : undefined;
	};
	expect([riskOf(kickPlayer, {}), riskOf(banPlayer, {}), riskOf(messagePlayer, {text: 'hi'})]).toEqual([
		'hold',
		'hold',
		'review',
	]);
});

test('shows the player name and ID in the summary, the journal text and the recorded input', () => {
	const checked = checkOn('CS2', banPlayer, 'STEAM_1:0:5', {reason: 'wallhack'});
	if (!('plan' in checked)) throw new Error('refused');
	const {summary, input, effect} = checked.plan;
	expect(summary).toBe('Ban x"; quit (STEAM_1:0:5) from isl-1');
	expect(input).toEqual({playerId: 'STEAM_1:0:5', name: 'x"; quit', reason: 'wallhack'});
	expect(effect.join(' ')).toContain('writeid saves it');
	const activity = {type: 'action', action: 'ban-player', operationId: '', targetCount: 1, input} as const;
	expect(activityText({...activity, outcome: 'accepted'}, 'isl-1')).toBe(
		'x"; quit (STEAM_1:0:5): ban sent to isl-1 (wallhack).',
	);
});

test('rejects text that a game would run as a second command, and games without known commands', () => {
	expect(problems(checkOn('CS2', kickPlayer, 'STEAM_1:0:5', {reason: 'bye; quit'}))).toHaveLength(1);
	expect(problems(checkOn('CS2', banPlayer, 'STEAM_1:0:5', {reason: 'bye; quit'}))).toEqual([]);
	expect(problems(checkOn('CS2', kickPlayer, '1; quit', {}))).toEqual([
		'This player ID could change the command. It is not sent.',
	]);
	expect(problems(checkOn('CS2', messagePlayer, 'STEAM_1:0:5', {text: 'hi'}))).toEqual([
		'Counter-Strike 2 has no command for a message to one player.',
	]);
	expect(problems(checkOn('OTHER', kickPlayer, '1', {}))).toEqual([
		'No player commands are known for OTHER.',
	]);
});

/** The only forms of a kick or ban, with an ID in the format of the game. */
const wholeCommand = {
	CS2: /^(?:kickid|banid 0) "(?:STEAM_[0-5]:[01]:\d{1,10}|\[U:1:\d{1,10}\])"(?: [^";\r\n]*)?$/,
	ARK_ASCENDED: /^(?:KickPlayer|BanPlayer) [0-9A-Za-z]{1,64}$/,
};

test('never builds more than one command from any ID, name and reason, and sends no other ID', () => {
	const piece = fc.constantFrom(
		'"',
		';',
		'|',
		'\n',
		'\r',
		' ',
		'quit',
		'STEAM_1:0:1',
		'[U:1:1]',
		'0002ab',
		'|DoExit',
	);
	const text = fc.array(piece, {maxLength: 6}).map(parts => parts.join(''));
	fc.assert(
		fc.property(fc.constantFrom('CS2' as const, 'ARK_ASCENDED' as const), text, text, (game, id, reason) => {
			for (const action of [kickPlayer, banPlayer]) {
				for (const command of commandsOf(checkOn(game, action, id, {reason}))) {
					expect(command?.match(/"/g)?.length ?? 0).toBe(game === 'CS2' ? 2 : 0);
					expect(command).toMatch(wholeCommand[game]);
					expect(command).not.toMatch(game === 'CS2' ? /[;\r\n]/ : /[|\r\n]/);
				}
			}
		}),
	);
});

test('names the servers that a ban or a message leaves out because they are not online', () => {
	const servers = ['isl-1', 'isl-2', 'isl-3'].map((displayName, at) =>
		aServer({id: displayName, displayName, gameType: 'CS2', state: at === 2 ? 'OFFLINE' : 'ONLINE'}),
	);
	const about = aboutOf(
		{serverIds: servers.map(({id}) => id), subject: {id: 'STEAM_1:0:5', name: 'x'}},
		after(polled(servers)),
		{...registry, files: noFiles, settings: testSettings},
		0,
	);
	for (const [action, typed] of [
		[banPlayer, {}],
		[broadcast, {text: 'hi'}],
	] as const) {
		const checked = action.check(about, typed);
		expect('plan' in checked && checked.plan.requests).toHaveLength(2);
		expect('plan' in checked && checked.plan.effect).toContain('Skipped, not online: isl-3.');
		expect(renderMessage(action.title(about), shellSegments)).toContain('2 servers');
	}
});

test.each([
	['CS2', 'permanent', 'at restart'],
	['CS2', '10079.979 min', '10079.979 min'],
	['CS2', undefined, undefined],
	['HELL_LET_LOOSE', 'permanent', 'permanent'],
])('a ban on %s that the game calls %s ends %s', (gameType, time, end) => {
	expect(banEndOn(aServer({gameType}), time)).toBe(end);
});
