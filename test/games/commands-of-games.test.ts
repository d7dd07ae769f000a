import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import type {Action} from '../../src/actions/action.ts';
import {broadcast} from '../../src/actions/broadcast.ts';
import {dangerIn} from '../../src/actions/rcon-line.ts';
import {banPlayer, kickPlayer, messagePlayer, unbanPlayer} from '../../src/actions/players.ts';
import {aboutOf} from '../../src/app/dialogs/dialog.ts';
import {registry} from '../../src/app/features.ts';
import {noFiles} from '../../src/app/kernel/state/services.ts';
import type {Game} from '../../src/games/game-types.ts';
import {knownGames} from '../../src/games/games.ts';
import {renderMessage, shellSegments, type Message} from '../../src/messages/text.ts';
import {after, aServer, polled} from '../helpers/builders.ts';
import {testSettings} from '../helpers/fake-services.ts';

type Subject = {id: string; name: string; slot?: string};

function check(
	gameType: string,
	action: Action,
	subject: Subject | undefined,
	typed: Record<string, string>,
) {
	const server = aServer({id: 'a', displayName: 'isl-1', gameType});
	const state = after(polled([server]));
	const about = aboutOf(
		{serverIds: ['a'], subject},
		state,
		{...registry, files: noFiles, settings: testSettings},
		0,
	);
	return action.check(about, typed);
}
const commandOf = (checked: ReturnType<typeof check>) =>
	'plan' in checked ? checked.plan.requests.map(({command}) => command)[0] : undefined;
const problemOf = (checked: ReturnType<typeof check>) =>
	'problems' in checked
		? Object.values(checked.problems).map(problem => renderMessage(problem as Message, shellSegments))
		: [];

const games = knownGames();

test.each([
	['MINECRAFT', kickPlayer, {id: 'Ann_1', name: 'Ann_1'}, {reason: 'spam'}, 'kick Ann_1 spam'],
	['MINECRAFT', messagePlayer, {id: 'Ann', name: 'Ann'}, {text: 'hi'}, 'tell Ann hi'],
	['MINECRAFT', unbanPlayer, {id: 'Ann', name: 'Ann'}, {}, 'pardon Ann'],
	['TF2', banPlayer, {id: '[U:1:5]', name: 'A'}, {duration: '2h'}, 'banid 120 "[U:1:5]" kick'],
	['CSGO', banPlayer, {id: 'STEAM_1:0:5', name: 'A'}, {duration: '1d'}, 'banid 1440 STEAM_1:0:5 kick'],
	['CSGO', unbanPlayer, {id: 'STEAM_1:0:5', name: 'A'}, {}, 'removeid STEAM_1:0:5'],
	[
		'RUST',
		banPlayer,
		{id: '76561198000000001', name: 'A'},
		{reason: 'x', duration: '30m'},
		'banid 76561198000000001 "" "x" 30m',
	],
	[
		'SQUAD',
		banPlayer,
		{id: '76561198000000001', name: 'A'},
		{duration: '2d'},
		'AdminBan "76561198000000001" 2d',
	],
	[
		'HELL_LET_LOOSE',
		banPlayer,
		{id: '76561198000000001', name: 'A'},
		{reason: 'x "y"', duration: '2h'},
		'TemporaryBanPlayer 76561198000000001 2 x "y"',
	],
	['DAYZ', unbanPlayer, {id: '9553448ab4a0ec6bd5ef39fc4b6f28ba', name: 'A', slot: '3'}, {}, 'removeBan 3'],
	['TEEWORLDS', unbanPlayer, {id: '10.0.0.7', name: '10.0.0.7'}, {}, 'unban 10.0.0.7'],
	['TF2', banPlayer, {id: '[U:1:5]', name: 'Ann', slot: '3'}, {}, 'banid 0 "[U:1:5]" kick'],
	['RUST', kickPlayer, {id: '76561198000000001', name: 'Ann'}, {reason: 'x'}, 'kick 76561198000000001 "x"'],
	[
		'PALWORLD',
		kickPlayer,
		{id: 'steam_76561198000000001', name: 'Ann'},
		{},
		'KickPlayer steam_76561198000000001',
	],
	[
		'SEVEN_DAYS_TO_DIE',
		banPlayer,
		{id: 'Steam_76561198000000001', name: 'A'},
		{reason: 'x'},
		'ban add Steam_76561198000000001 10 years "x"',
	],
	['DAYZ', kickPlayer, {id: '9553448ab4a0ec6bd5ef39fc4b6f28ba', name: 'Ann', slot: '3'}, {}, 'kick 3'],
	[
		'ARMA3',
		banPlayer,
		{id: '9553448ab4a0ec6bd5ef39fc4b6f28ba', name: 'Ann', slot: '3'},
		{reason: 'x'},
		'addBan 9553448ab4a0ec6bd5ef39fc4b6f28ba 0 x',
	],
	['TEEWORLDS', kickPlayer, {id: '0', name: 'Ann', slot: '0'}, {reason: 'x'}, 'kick 0 x'],
	['XONOTIC', kickPlayer, {id: '7', name: 'Ann', slot: '7'}, {}, 'kick # 7'],
	['FACTORIO', banPlayer, {id: 'Ann', name: 'Ann'}, {reason: 'griefing'}, '/ban Ann griefing'],
] as const)('%s: sends the command of the game', (game, action, subject, typed, command) => {
	expect(commandOf(check(game, action, subject, typed))).toBe(command);
});

test('a number that another player can have is named in the review', () => {
	const checked = check('TEEWORLDS', kickPlayer, {id: '3', name: 'Ann', slot: '3'}, {});
	expect('plan' in checked && checked.plan.effect.join(' ')).toContain('number 3');
	expect(problemOf(check('TEEWORLDS', kickPlayer, {id: '3', name: 'Ann'}, {}))).toEqual([
		'The list has no ID for this player.',
	]);
});

/** Parts of ids that games could understand as more than an id. */
const pieces =
	'" ; | # $ / \\ @a {text} {id} quit 7 Ann 0002ab STEAM_1:0:1 [U:1:1] 76561198000000001 Steam_76561198000000001 9553448ab4a0ec6bd5ef39fc4b6f28ba';
const piece = fc.constantFrom(...pieces.split(' '), '\n', '\r', '\0', ' ');
const anyText = fc.oneof(
	fc.string(),
	fc.array(piece, {maxLength: 4}).map(parts => parts.join('')),
);

/** Returns what is wrong with a command that was built from these values. */
function problemsOf(
	command: string,
	template: string,
	game: Pick<Game, 'splitters'> & {pattern: string | undefined},
	id: string,
	slot: string,
): string[] {
	const counts = (text: string) => [...game.splitters].map(splitter => text.split(splitter).length).join();
	const checks: [problem: string, isWrong: boolean][] = [
		['line break', /[\r\n\0]/.test(command)],
		['slot', /\{(?:slot|number)\}/.test(template) && !/^\d{1,10}$/.test(slot)],
		['id', template.includes('{id}') && !new RegExp(`^(?:${game.pattern ?? '(?!)'})$`).test(id)],
		['quote', template.includes('{id}') && id.includes('"')],
		['splitter', counts(command) !== counts(template)],
	];
	return checks.flatMap(([problem, isWrong]) => (isWrong ? problem : []));
}

test('no kick, ban or unban lets an ID or number outside its pattern through, or a text that ends the command', () => {
	let built = 0;
	fc.assert(
		fc.property(fc.constantFrom(...games), anyText, anyText, anyText, (game, id, slot, reason) => {
			const {kick = '', ban = '', timedBan = ban, unban = '', bans} = game.players ?? {};
			for (const [template, action, typed] of [
				[kick, kickPlayer, {}],
				[ban, banPlayer, {}],
				[timedBan, banPlayer, {duration: '1d'}],
				[unban, unbanPlayer, {}],
			] as const) {
				const subject = {id, name: 'x"; quit', slot};
				const command = commandOf(check(game.gameType, action, subject, {reason, ...typed}));
				if (command === undefined) continue;
				built++;
				const pattern = template === unban ? (bans?.id ?? game.players?.id) : game.players?.id;
				expect(problemsOf(command, template, {...game, pattern}, id, slot)).toEqual([]);
			}
		}),
		{numRuns: 3000},
	);
	expect(built).toBeGreaterThan(100);
});

test('a ban for a time is refused where nobody can lift it', () => {
	const subject = {id: 'Ann', name: 'Ann', slot: '3'};
	// The servers of this test are not those of our own service.
	expect(problemOf(check('MINECRAFT', banPlayer, subject, {duration: '2h'}))[0]).toContain(
		'does not lift bans by itself',
	);
	expect(problemOf(check('XONOTIC', banPlayer, subject, {duration: '2h'}))[0]).toContain(
		'temporary bans or for unbanning',
	);
	expect(
		problemOf(check('SQUAD', banPlayer, {...subject, id: '76561198000000001'}, {duration: '2h'})),
	).toEqual(['Squad bans for whole days. Change the duration.']);
});

describe.each(games.map(game => [game.gameType, game] as const))('%s', (_, game) => {
	const {gameType} = game;

	test('every dangerous command and word asks for confirmation with its reason', () => {
		const words = [
			...game.commands.filter(({danger}) => danger).map(({name, help}) => [name, help] as const),
			...Object.entries(game.dangers),
		];
		const missed = words.filter(
			([word, reason]) =>
				dangerIn(`${word} x`, gameType, []) !== `${word}: ${reason}` ||
				dangerIn(word.toUpperCase(), gameType, []) === undefined,
		);
		expect(missed).toEqual([]);
	});

	test('commands that end the server or act on players are dangerous; commands that list, save or announce are not', () => {
		const {exit, players, probe, save, broadcast: say} = game;
		const harmful = [exit, players?.kick, players?.ban].flatMap(command => command ?? []);
		expect(harmful.filter(command => dangerIn(command, gameType, []) === undefined)).toEqual([]);
		const harmless = [
			probe,
			save,
			say,
			players?.list,
			players?.message,
			game.backup?.flush,
			game.backup?.resume,
		];
		expect(harmless.filter(command => command && dangerIn(command, gameType, []) !== undefined)).toEqual([]);
	});

	test('a broadcast uses the command of the game, or says that there is none', () => {
		const checked = check(gameType, broadcast, undefined, {text: 'Restart at 3'});
		const [problem] = problemOf(checked);
		expect(commandOf(checked) ?? problem?.slice(0, problem.indexOf(':'))).toBe(
			game.broadcast?.replace('{text}', 'Restart at 3') ??
				`No broadcast command is known for ${game.label.split(':')[0]}`,
		);
	});

	test('no command is listed twice, and no dangerous word has two reasons', () => {
		const commands = game.commands.map(({name}) => name.toLowerCase());
		const dangerous = [
			...game.commands.filter(({danger}) => danger).map(({name}) => name),
			...Object.keys(game.dangers),
		].map(name => name.toLowerCase().replace(/^\//, ''));
		const repeated = (names: readonly string[]) => names.filter((name, at) => names.indexOf(name) !== at);
		expect([...repeated(commands), ...repeated(dangerous)]).toEqual([]);
	});
});
