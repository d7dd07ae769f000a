import {expect, test} from 'vitest';
import type {Write} from './monkey/service.ts';
import {judgeLines} from './monkey/line-verdict.ts';
import {judge, type Press} from './monkey/verdict.ts';

const review =
	'┌─ Restart alpha ───── step 2 of 2 ┐\n│ Request  POST /server/a/restart │\n│ [ Do nothing ]  [>Restart<] │';
const several = '[2 selected] rcon> status\n 2 servers, 3 players: press Enter again to send it.';
const press = (at: number, bytes: string, screen: string): Press => ({at, bytes, screen});
const restart: Write = {at: 9000, method: 'POST', path: '/server/a/restart', body: {}};
const command = (text: string): Write => ({
	at: 9000,
	method: 'POST',
	path: '/server/a/rcon',
	body: {command: text},
});
const kindOf = (write: Write, ...presses: Press[]) =>
	judge([write], presses, () => ({name: 'alpha', game: 'cs2'}))[0]?.kind;

test('accepts an action whose review was confirmed by a single key after a pause', () => {
	expect(kindOf(restart, press(4000, '\t', review), press(5000, '\r', review))).toBe('confirmed');
	expect(kindOf(restart, press(4900, '\t', review), press(5000, '\r', review))).toBe('quick');
});

test('rejects an action without a review, with the focus elsewhere, or confirmed by a held key', () => {
	expect(kindOf(restart, press(5000, '\r', 'SERVERS'))).toBe('violation');
	const elsewhere = review.replace('[ Do nothing ]  [>Restart<]', '[>Do nothing<]  [ Restart ]');
	expect(kindOf(restart, press(5000, '\r', elsewhere))).toBe('violation');
	expect(kindOf(restart, press(4967, '\r', elsewhere), press(5000, '\r', review))).toBe('violation');
	expect(kindOf(restart, press(5000, 'x\r', review))).toBe('violation');
});

test('rejects a second action for the same confirmation', () => {
	const verdicts = judge([restart, restart], [press(5000, '\r', review)], () => ({
		name: 'alpha',
		game: 'cs2',
	}));
	expect(verdicts.map(({kind}) => kind)).toEqual(['confirmed', 'violation']);
});

test('requires a second Enter for several servers and for destructive commands', () => {
	expect(kindOf(command('status'), press(8000, '\r', '[alpha 3p] rcon> status'))).toBe('typed');
	expect(kindOf(command('quit'), press(8000, '\r', '[alpha 3p] rcon> quit'))).toBe('violation');
	expect(kindOf(command('Version'), press(8000, '\r', '[2 selected] rcon> Version'))).toBe('violation');
	expect(kindOf(command('status'), press(8000, '\r', several))).toBe('confirmed');
	expect(kindOf(command('Version'), press(8000, '\r', '[bravo 3p] rcon> Version'))).toBe('violation');
});

const narrow = (title: string, mark: string) =>
	`┌─ ${title} ── step 2 of 2 ┐\n${mark}│ Type alpha to confirm: │\n│   [alpha ] │\n│ [ Do nothing ]  [>Restart<] │`;
const above = '│ … 8 rows above: PgUp │\n';

test('reads the server in the title where the request is above the rows that fit, and a mark says so', () => {
	expect(kindOf(restart, press(5000, '\r', narrow('Restart alpha', above)))).toBe('confirmed');
	expect(kindOf(restart, press(5000, '\r', narrow('Restart al…a', above)))).toBe('confirmed');
	expect(kindOf(restart, press(5000, '\r', narrow('Restart alpha', '')))).toBe('violation');
	expect(kindOf(restart, press(5000, '\r', narrow('Restart bravo', above)))).toBe('violation');
	expect(kindOf(restart, press(5000, '\r', narrow('Stop alpha', above)))).toBe('violation');
	expect(kindOf(restart, press(5000, '\r', narrow('…', above)))).toBe('violation');
});

const typing = (text: string) =>
	`┌─ Restart 12 servers ── step 2 of 2 ┐\n│ Type 12 to confirm (the number of servers): │\n│ > [${text}    ] │\n│ [ Do nothing ]  [ Restart ] │`;

test('follows the keys where the screen is behind: they must complete the word and move to the button', () => {
	const confirmed = (text: string, ...keys: string[]) => {
		const before = keys.map((bytes, at) => press(8000 + at, bytes, typing(text)));
		return kindOf(restart, ...before, press(8100, '\r', typing(text)));
	};
	expect(confirmed('12', '\t', '\t')).toBe('quick');
	expect(confirmed('', '1', '2', '\t', '\x1b[C')).toBe('quick');
	expect(confirmed('12', '\t')).toBe('violation');
	expect(confirmed('12', '\t', '\t', '\x1b[D')).toBe('violation');
	expect(confirmed('1', '\t', '\t')).toBe('violation');
	expect(confirmed('12', '\t', '\t', '\x1b')).toBe('violation');
	const late = [press(5000, '\t', typing('12')), press(5100, '\t', typing('12'))];
	expect(kindOf(restart, ...late, press(8100, '\r', typing('12')))).toBe('violation');
	const later: Write = {...restart, at: 90_000};
	expect(kindOf(later, ...late, press(5200, '\r', typing('12')))).toBe('quick');
});

const watch = (rows: string) =>
	`┌─ Watch a command on alpha ── step 2 of 2 ┐\n${rows}│ [ Do nothing ]  [>Watch<] │`;

test('reads the command of a watch beside other panes, and in the rows above those that fit', () => {
	const later: Write = {...command('maps'), at: 900_000};
	const beside = watch('│ {"command":"maps"} │\n')
		.replaceAll(/^/gm, ' RUNNING  ')
		.replaceAll(/$/gm, ' │ more');
	expect(kindOf(later, press(5000, '\r', beside))).toBe('confirmed');
	expect(kindOf(later, press(5000, '\r', beside.replace('maps', 'more')))).toBe('violation');
	const form = '┌─ Watch a command on alpha ── step 1 of 2 ┐\n│ > Command  [maps   ] │';
	const earlier = press(1000, '\r', form);
	expect(kindOf(later, earlier, press(5000, '\r', watch(above)))).toBe('confirmed');
	expect(kindOf(later, earlier, press(5000, '\r', watch('')))).toBe('violation');
	expect(kindOf(later, press(5000, '\r', watch(above)))).toBe('violation');
});

test('reads a command that is typed after one from the history, which the screen does not show yet', () => {
	const keys = (...all: string[]) =>
		all.map((bytes, at) => press(8000 + at * 50, bytes, '[alpha 3p] rcon> i opens the input'));
	expect(kindOf(command('status30'), ...keys('s', 't', 'atus', '\x1b[A', '3', '0', '\r'))).toBe('typed');
	expect(kindOf(command('status31'), ...keys('s', 't', 'atus', '\x1b[A', '3', '0', '\r'))).toBe('violation');
	expect(
		kindOf(
			command('maps30'),
			press(8000, '3', '[alpha 3p] rcon> maps'),
			press(8050, '0', '[alpha 3p] rcon> maps'),
			press(8100, '\r', '[alpha 3p] rcon> maps'),
		),
	).toBe('typed');
});

test('reads a name that is cut in the middle, and the end of a line that does not fit', () => {
	const kind = (row: string, text: string, name = 'cs2-Inferno-95') => {
		const screen = `─CONSOLE cs2-In…rno-95  raw  following ─\n${row}`;
		return judge([command(text)], [press(8000, '\r', screen)], () => ({name, game: 'cs2'}))[0]?.kind;
	};
	expect(kind('[cs2-In…rno-95 6p] rcon> x^Ustatus', 'x^Ustatus')).toBe('typed');
	expect(kind('[cs2-In…rno-95 6p] rcon> x^Ustatus', 'x^Ustatus', 'cs2-Inferno-9')).toBe('violation');
	expect(kind('[cs2-In…rno-95 6p] rcon> x^Ustatus', 'x^Ustatus', 'cs2-Nuke-95')).toBe('violation');
	expect(kind('[cs2-In…rno-95 6p] rcon> ******302error', '1*******302error')).toBe('typed');
	expect(kind('[cs2-In…rno-95 6p] rcon> ******302error', '1*******302errors')).toBe('violation');
	expect(kind('[cs2-In…rno-95 6p] rcon> 302error', '1*******302error')).toBe('violation');
	expect(kind('[cs2-In…rno-95 6p] rcon> ******30rror', 'quit;*****302rror')).toBe('violation');
});

test('reads an input beside another pane, also where the screen is behind', () => {
	const beside = '[alpha 3p] rcon> dmap          │  12:44:05Z feed lost';
	const keys = [press(8000, 'p', beside), press(8075, 's', beside), press(8150, '\r', beside)];
	expect(kindOf(command('dmaps'), ...keys)).toBe('typed');
	expect(kindOf(command('dmapq'), ...keys)).toBe('violation');
	expect(kindOf(command('status dmaps'), ...keys)).toBe('violation');
});

test('reads a message for a game whose request does not fit into the review', () => {
	const broadcast = (to: string) =>
		`┌─ Broadcast to ${to} ── step 2 of 2 ┐\n│ {"command":"ServerChat back in 5"} │\n│ and 7 more like it │\n│ [ Do nothing ]  [>Broadcast<] │`;
	expect(kindOf(command('say back in 5'), press(5000, '\r', broadcast('12 servers')))).toBe('confirmed');
	expect(kindOf(command('say back in 6'), press(5000, '\r', broadcast('12 servers')))).toBe('violation');
	expect(kindOf(command('quit back in 5'), press(5000, '\r', broadcast('12 servers')))).toBe('violation');
	expect(kindOf(command('say back in 5'), press(5000, '\r', broadcast('bravo')))).toBe('violation');
});

test('accepts a harmless line whose keys come before the first screen of an enlarged terminal', () => {
	const small = '20x5 is too\nsmall: enlarge to\n40x10.';
	const typed = (...keys: string[]) => keys.map((bytes, at) => press(8000 + at * 50, bytes, small));
	expect(kindOf(command('maps'), ...typed('m', 'a', 'p', 's', '\r'))).toBe('typed');
	expect(kindOf(command('maps'), ...typed('m', 'a', 'p', '\r'))).toBe('violation');
	expect(kindOf(command('quit'), ...typed('q', 'u', 'i', 't', '\r'))).toBe('violation');
});

const lineKindOf = (write: Write, ...presses: Press[]) =>
	judgeLines([write], presses, () => ({name: 'alpha', game: 'cs2'}))[0]?.kind;
const question = 'Request: POST /server/a/restart\nRestart? Type alpha; Enter cancels: ';
const warning = '[alpha] rcon> quit\nWARNING press Enter again within 10s to send it.\n[alpha] rcon> quit';

test('requires the answer to the question of line mode, after its request', () => {
	const answer = (before: string, text: string, ...earlier: Press[]) =>
		lineKindOf(
			restart,
			...earlier,
			press(5000, `${text}\r`, before),
			press(6000, '\x03', `${before}${text}\n`),
		);
	const again = press(4000, 'alpha\r', question);
	expect(answer(question, 'alpha', again)).toBe('confirmed');
	expect(answer(question, 'alpha')).toBe('violation');
	expect(answer(question, 'bravo', again)).toBe('violation');
	expect(answer(question.replace('restart', 'stop'), 'alpha', again)).toBe('violation');
	expect(answer('[alpha] rcon> ', 'alpha', again)).toBe('violation');
	const typed = press(4000, 'alpha', question);
	const enter = press(5000, '\r', `${question}alpha`);
	expect(lineKindOf(restart, typed, enter, press(6000, '\x03', `${question}alpha\n`))).toBe('confirmed');
});

test('requires an Enter of its own after the warning of line mode', () => {
	const line = (before: string, bytes: string, text: string) =>
		lineKindOf(command(text), press(5000, bytes, before), press(6000, '\x03', `[alpha] rcon> ${text}\n`));
	expect(line('[alpha] rcon> ', 'version\r', 'version')).toBe('typed');
	const never = lineKindOf(
		command('version'),
		press(5000, 'status\r', '[alpha] rcon> '),
		press(6000, '\x03', '[alpha] rcon> status\n'),
	);
	expect(never).toBe('violation');
	expect(line('[alpha] rcon> ', 'quit\r', 'quit')).toBe('violation');
	expect(line(warning, 'quit\r', 'quit')).toBe('violation');
	expect(line(warning, '\r', 'quit')).toBe('confirmed');
	const narrow = 'WARNING press Enter again within 10s to send it.\n[1...> uit';
	const enter = press(5000, '\r', narrow);
	expect(lineKindOf(command('quit'), press(4000, 'quit', '[1...> '), enter)).toBe('confirmed');
	expect(lineKindOf(command('quit'), press(4000, 'status', '[1...> '), enter)).toBe('violation');
	expect(lineKindOf(command('quit'), press(4000, 'quit', '[1...> '), {...enter, screen: '[1...> uit'})).toBe(
		'violation',
	);
});
