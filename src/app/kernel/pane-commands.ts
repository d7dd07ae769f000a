import {paneCommandMessages} from '../../messages/panes.ts';
import {layoutOf} from './layout.ts';
import type {Services} from './services.ts';
import {openList} from './screens-state.ts';
import type {PaneId} from './view-state.ts';
import type {Command} from './command.ts';

/** The panes of the main screen, in Tab order. */
const panes: readonly PaneId[] = ['servers', 'console', 'results', 'details', 'timeline'];
const everywhere = ['everywhere'] as const;

/** Shows a pane, and hides again what was revealed on the screen that is left. */
const goTo =
	(pane: PaneId) =>
	({store}: Services) => {
		const list = openList(store.getState());
		if (list && store.getState().screens.lists[list].revealed) {
			store.dispatch({type: 'screens/changed', list, change: {revealed: false}});
		}
		store.dispatch({type: 'view/changed', change: {pane}});
	};

const step = (by: number) => (services: Services) => {
	const {view, screens} = services.store.getState();
	const list = openList({view, screens});
	if (list) {
		const {open} = screens.lists[list];
		services.store.dispatch({type: 'screens/changed', list, change: {open: !open}});
		return;
	}
	const shown = layoutOf(view).panes;
	const isUsual = (pane: PaneId) => pane === 'servers' || pane === 'console';
	const order = panes.filter(pane => pane === view.pane || isUsual(pane) || shown[pane] !== undefined);
	const next = order[(order.indexOf(view.pane) + by + order.length) % order.length];
	if (next) goTo(next)(services);
};

/** The commands that switch between panes and screens. */
export const paneCommands: readonly Command[] = [
	{
		id: 'app.nextPane',
		keys: ['tab'],
		scopes: everywhere,
		group: 'go',
		...paneCommandMessages.nextPane,
		run: step(1),
	},
	{
		id: 'app.previousPane',
		keys: ['shift+tab'],
		scopes: everywhere,
		group: 'go',
		...paneCommandMessages.previousPane,
		run: step(-1),
	},
	{
		id: 'app.servers',
		keys: ['1'],
		scopes: everywhere,
		group: 'go',
		...paneCommandMessages.servers,
		run: goTo('servers'),
	},
	{
		id: 'app.console',
		keys: ['2'],
		scopes: everywhere,
		group: 'go',
		...paneCommandMessages.console,
		run: goTo('console'),
	},
	{
		id: 'app.details',
		keys: ['3'],
		scopes: everywhere,
		group: 'go',
		...paneCommandMessages.details,
		run: goTo('details'),
	},
	{
		id: 'app.timeline',
		keys: ['4'],
		scopes: everywhere,
		group: 'go',
		...paneCommandMessages.timeline,
		hint: 'room',
		run: goTo('timeline'),
	},
	{
		id: 'app.nodes',
		keys: ['5'],
		scopes: everywhere,
		group: 'go',
		...paneCommandMessages.nodes,
		hint: 'room',
		run: goTo('nodes'),
	},
	{
		id: 'app.automations',
		keys: ['6'],
		scopes: everywhere,
		group: 'go',
		...paneCommandMessages.automations,
		hint: 'room',
		run: goTo('automations'),
	},
	{
		id: 'app.team',
		keys: ['7'],
		scopes: everywhere,
		group: 'go',
		...paneCommandMessages.team,
		hint: 'room',
		run: goTo('team'),
	},
	{
		id: 'app.players',
		keys: ['8'],
		scopes: everywhere,
		group: 'go',
		...paneCommandMessages.players,
		hint: 'room',
		run: goTo('players'),
	},
];
