import {expect, test} from 'vitest';
import {anAction} from '../helpers/activities.ts';
import {commandEntry as told, startAt} from './entries.ts';
import {newFile, open} from './open-journal.ts';

const dayMs = 86_400_000;

const list = (n: number, at: number, response: string, over = {}) =>
	told(
		n,
		{at: startAt + at, origin: 'probe', ...over},
		{command: 'ListPlayers', response, commandId: `l${n}`},
	);

test('finds an ID in lists, once per server and day, and in actions', () => {
	const journal = open(newFile());
	journal.remember([
		list(1, 0, '0. Mara, 0002ab'),
		list(2, 1000, '0. Mara, 0002ab\n1. Ann, 0002cd'),
		list(3, 2000, '0. Ann, 0002cd'),
		list(4, 3000, '0. Mara, 0002ab', {serverId: 's2', server: 'isl-2'}),
		list(5, 2 * dayMs, '0. Marrow, 0002ab'),
		list(6, 2 * dayMs, '0. Bob, 0002ab99'),
		told(7, {at: startAt}, {command: 'GetChat', response: '0002ab said hi', commandId: 'c'}),
		{
			kind: 'note',
			at: startAt + 4000,
			id: 'k',
			serverId: 's1',
			server: 'isl-1',
			activity: {
				type: 'action',
				action: 'kick-player',
				operationId: 'o',
				targetCount: 1,
				input: {playerId: '0002ab', name: 'Mara'},
				outcome: 'accepted',
			},
		},
	]);
	const {answers, acts} = journal.mentions('0002ab', ['listplayers']);
	expect(answers.map(({first, last, server}) => [first - startAt, last - startAt, server])).toEqual([
		[2 * dayMs, 2 * dayMs, 'isl-1'],
		[3000, 3000, 'isl-2'],
		[0, 1000, 'isl-1'],
	]);
	expect(acts).toMatchObject([{activity: {action: 'kick-player', input: {name: 'Mara'}}}]);
	expect(journal.mentions('STEAM_1:0:5', ['status_json'])).toEqual({answers: [], acts: []});
	expect(journal.mentions('":*', ['listplayers'])).toEqual({answers: [], acts: []});
});

test('matches an ID with several parts as a whole', () => {
	const journal = open(newFile());
	const of = (n: number, steamid: string) =>
		told(n, {at: startAt}, {command: 'status_json', response: JSON.stringify({steamid}), commandId: `j${n}`});
	journal.remember([of(1, 'STEAM_1:0:5'), of(2, 'STEAM_1:0:55')]);
	expect(journal.mentions('STEAM_1:0:5', ['status_json']).answers).toMatchObject([
		{response: '{"steamid":"STEAM_1:0:5"}'},
	]);
});

test('the newest note with a flag says whether a player is flagged', () => {
	const journal = open(newFile());
	const note = (at: number, playerId: string, flag?: string) => ({
		kind: 'note' as const,
		at: startAt + at,
		id: `n${at}`,
		serverId: 's1',
		server: 'isl-1',
		activity: anAction('note-player', {input: {playerId, ...(flag !== undefined && {flag})}}),
	});
	journal.remember([
		note(0, 'a', 'yes'),
		note(1, 'b', 'yes'),
		note(2, 'c', 'no'),
		note(3, 'b', 'no'),
		note(4, 'a'),
		note(5, 'c', 'yes'),
		note(6, 'd'),
	]);
	expect(journal.flagged().toSorted()).toEqual(['a', 'c']);
});

test('bans and unbans that may have run are read, oldest first', () => {
	const journal = open(newFile());
	const act = (
		at: number,
		action: 'ban-player' | 'unban-player' | 'kick-player',
		outcome: 'accepted' | 'refused',
	) => ({
		kind: 'note' as const,
		at: startAt + at,
		id: `n${at}`,
		serverId: 's1',
		server: 'isl-1',
		activity: anAction(action, {outcome, input: {playerId: `p${at}`}}),
	});
	journal.remember([
		act(0, 'unban-player', 'accepted'),
		act(1, 'ban-player', 'accepted'),
		act(2, 'ban-player', 'refused'),
		act(3, 'kick-player', 'accepted'),
	]);
	expect(journal.bans().map(({at}) => at - startAt)).toEqual([0, 1]);
});
