import type {Command} from '../state/program.ts';
import type {Services} from '../state/services.ts';

type Name =
	'search' | 'nextMatch' | 'previousMatch' | 'leaveSearch' | 'acceptSearch' | 'searchUp' | 'searchDown';

type PaneSearch = {
	texts: Readonly<Record<Name, Pick<Command, 'title' | 'short' | 'help'>>>;
	open: (services: Services) => void;
	/** Why no search can be opened. */
	openBlocked?: Command['blocked'];
	/** Moves to the next or previous match. */
	next: (services: Services, by: 1 | -1) => void;
	/** Why there is no match to go to. */
	nextBlocked: Command['blocked'];
	accept: (services: Services) => void;
	leave: (services: Services) => void;
};

/** Returns the commands of the search in a pane: while it is typed, and while its matches are shown. */
export function searchCommands(
	pane: 'console' | 'results',
	{texts, open, openBlocked, next, nextBlocked, accept, leave}: PaneSearch,
): readonly Command[] {
	const shared = (name: Name) => ({id: `${pane}.${name}` as const, ...texts[name]});
	const typed = {scopes: [`${pane}Search`]} as const;
	const step = {scopes: [pane], group: 'move', ...(nextBlocked && {blocked: nextBlocked})} as const;
	return [
		{
			...shared('search'),
			keys: ['/'],
			scopes: [pane],
			group: 'view',
			hint: true,
			...(openBlocked && {blocked: openBlocked}),
			run: open,
		},
		{...shared('nextMatch'), ...step, keys: ['n'], run: services => next(services, 1)},
		{...shared('previousMatch'), ...step, keys: ['N'], run: services => next(services, -1)},
		{
			...shared('leaveSearch'),
			keys: ['esc'],
			scopes: [`${pane}Found`, `${pane}Search`],
			group: 'view',
			hint: true,
			run: leave,
		},
		{...shared('acceptSearch'), ...typed, keys: ['enter'], hint: true, run: accept},
		{...shared('searchUp'), ...typed, keys: ['up'], run: services => next(services, -1)},
		{...shared('searchDown'), ...typed, keys: ['down'], run: services => next(services, 1)},
	];
}
