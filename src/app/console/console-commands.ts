import {changeSource, toggleRaw} from './choices.ts';
import {keepSearch, leaveSearch, matchBlocked, nextMatch, openSearch} from './find.ts';
import {fold, foldable, rowsFrom, scroll, theEnd, toCommand, toLandmark} from './moves.ts';
import type {Command} from '../kernel/command.ts';
import {consoleMessages} from '../../messages/console.ts';

const inConsole = ['console'] as const;
const inInput = ['input'] as const;
const inSearch = ['consoleSearch'] as const;

export const consoleCommands: readonly Command[] = [
	{
		id: 'console.down',
		keys: ['j', 'down'],
		scopes: inConsole,
		...consoleMessages.commands.down,
		run: services => scroll(services, view => rowsFrom(view, 1)),
	},
	{
		id: 'console.up',
		keys: ['k', 'up'],
		scopes: inConsole,
		...consoleMessages.commands.up,
		run: services => scroll(services, view => rowsFrom(view, -1)),
	},
	{
		id: 'console.pageDown',
		keys: ['pagedown'],
		scopes: [...inConsole, ...inInput],
		...consoleMessages.commands.pageDown,
		run: services => scroll(services, view => rowsFrom(view, view.height - 1)),
	},
	{
		id: 'console.pageUp',
		keys: ['pageup'],
		scopes: [...inConsole, ...inInput],
		...consoleMessages.commands.pageUp,
		run: services => scroll(services, view => rowsFrom(view, 1 - view.height)),
	},
	{
		id: 'console.first',
		keys: ['g', 'home'],
		scopes: inConsole,
		...consoleMessages.commands.first,
		run: services => scroll(services, () => ({place: 0, row: 0})),
	},
	{
		id: 'console.last',
		keys: ['G', 'end'],
		scopes: inConsole,
		...consoleMessages.commands.last,
		run: services => scroll(services, () => theEnd),
	},
	{
		id: 'console.previousCommand',
		keys: ['['],
		scopes: inConsole,
		...consoleMessages.commands.previousCommand,
		run: services => toCommand(services, -1),
	},
	{
		id: 'console.nextCommand',
		keys: [']'],
		scopes: inConsole,
		...consoleMessages.commands.nextCommand,
		run: services => toCommand(services, 1),
	},
	{
		id: 'console.previousLandmark',
		keys: ['{'],
		scopes: inConsole,
		...consoleMessages.commands.previousLandmark,
		run: services => toLandmark(services, -1),
	},
	{
		id: 'console.nextLandmark',
		keys: ['}'],
		scopes: inConsole,
		...consoleMessages.commands.nextLandmark,
		run: services => toLandmark(services, 1),
	},
	{
		id: 'console.fold',
		keys: ['enter'],
		scopes: inConsole,
		...consoleMessages.commands.fold,
		hint: true,
		blocked: state => (foldable(state) === undefined ? consoleMessages.nothingToUnfold : undefined),
		run: fold,
	},
	{
		id: 'console.source',
		keys: ['f'],
		scopes: inConsole,
		...consoleMessages.commands.source,
		hint: true,
		run: changeSource,
	},
	{
		id: 'console.raw',
		keys: ['x'],
		scopes: inConsole,
		...consoleMessages.commands.raw,
		run: toggleRaw,
	},
	{
		id: 'console.search',
		keys: ['/'],
		scopes: inConsole,
		...consoleMessages.commands.search,
		hint: true,
		run: openSearch,
	},
	{
		id: 'console.nextMatch',
		keys: ['n'],
		scopes: inConsole,
		...consoleMessages.commands.nextMatch,
		blocked: matchBlocked,
		run: services => nextMatch(services, 1),
	},
	{
		id: 'console.previousMatch',
		keys: ['N'],
		scopes: inConsole,
		...consoleMessages.commands.previousMatch,
		blocked: matchBlocked,
		run: services => nextMatch(services, -1),
	},
	{
		id: 'console.leaveSearch',
		keys: ['esc'],
		scopes: ['consoleFound', ...inSearch],
		...consoleMessages.commands.leaveSearch,
		hint: true,
		run: leaveSearch,
	},
	{
		id: 'console.acceptSearch',
		keys: ['enter'],
		scopes: inSearch,
		...consoleMessages.commands.keepSearch,
		hint: true,
		run: keepSearch,
	},
	{
		id: 'console.searchUp',
		keys: ['up'],
		scopes: inSearch,
		...consoleMessages.commands.searchUp,
		run: services => nextMatch(services, -1),
	},
	{
		id: 'console.searchDown',
		keys: ['down'],
		scopes: inSearch,
		...consoleMessages.commands.searchDown,
		run: services => nextMatch(services, 1),
	},
];
