import type {Scope} from './scope.ts';

type Chain = readonly Scope[];

const typed = (...scopes: Scope[]): Chain[] => [['field', ...scopes, 'always']];
const alone = (scope: Scope): Chain[] => [[scope, 'always']];
const pane = (...scopes: Scope[]): Chain[] => [[...scopes, 'everywhere', 'always']];
const screen = (scope: Scope): Chain[] => [...pane(scope, 'list'), ...pane(scope, 'facts')];
/** It stands in the chains of others. */
const shared: Chain[] = [];

/** Of each scope the chains that it can head, as `scopesOf` gives them: a key means the first command of a chain that has it. */
const chains: Record<Scope, Chain[]> = {
	servers: pane('servers'),
	console: pane('console'),
	consoleFound: pane('consoleFound', 'console'),
	details: pane('details'),
	timeline: pane('timeline'),
	results: pane('results'),
	nodes: screen('nodes'),
	automations: screen('automations'),
	runs: screen('runs'),
	team: screen('team'),
	input: typed('input'),
	'results-input': typed('results-input', 'input'),
	search: typed('search'),
	filter: typed('filter'),
	timelineFilter: typed('timelineFilter'),
	consoleSearch: typed('consoleSearch'),
	palette: typed('palette'),
	dialog: [...typed('dialog'), ...alone('dialog')],
	paste: alone('paste'),
	help: alone('help'),
	menu: alone('menu'),
	jobs: alone('jobs'),
	exporting: pane('exporting'),
	list: shared,
	facts: shared,
	field: shared,
	everywhere: shared,
	always: shared,
};

export const scopeChains: readonly Chain[] = Object.values(chains).flat();

/** Where text is typed, or may be. */
export const typedScopes: ReadonlySet<Scope> = new Set(
	scopeChains.filter(chain => chain.includes('field')).flat(),
);
