import type {KeyCommand} from '../state/program.ts';
import type {Services} from '../state/services.ts';

type PaneSearch = {
	open: (services: Services) => void;
	/** Why no search can be opened. */
	openBlocked?: KeyCommand['blocked'];
	/** Moves to the next or previous match. */
	next: (services: Services, by: 1 | -1) => void;
	/** Why there is no match to go to. */
	nextBlocked: KeyCommand['blocked'];
	accept: (services: Services) => void;
	leave: (services: Services) => void;
};

/** Returns the commands of the search in a pane: while it is typed, and while its matches are shown. */
export function searchCommands(
	pane: 'console' | 'results',
	{open, openBlocked, next, nextBlocked, accept, leave}: PaneSearch,
): readonly KeyCommand[] {
	const typed = {scopes: [`${pane}Search`]} as const;
	const step = {scopes: [pane], group: 'move', ...(nextBlocked && {blocked: nextBlocked})} as const;
	return [
		{
			id: `${pane}.search`,
			keys: ['/'],
			scopes: [pane],
			group: 'view',
			hint: true,
			...(openBlocked && {blocked: openBlocked}),
			run: open,
		},
		{id: `${pane}.nextMatch`, ...step, keys: ['n'], run: services => next(services, 1)},
		{id: `${pane}.previousMatch`, ...step, keys: ['N'], run: services => next(services, -1)},
		{
			id: `${pane}.leaveSearch`,
			keys: ['esc'],
			scopes: [`${pane}Found`, `${pane}Search`],
			group: 'view',
			hint: true,
			run: leave,
		},
		{id: `${pane}.acceptSearch`, ...typed, keys: ['enter'], hint: true, run: accept},
		{id: `${pane}.searchUp`, ...typed, keys: ['up'], run: services => next(services, -1)},
		{id: `${pane}.searchDown`, ...typed, keys: ['down'], run: services => next(services, 1)},
	];
}
