import type {Feature} from '../kernel/state/feature.ts';
import {editMenu, serverCommands} from './server-commands.ts';
import {listCommands, sortMenu} from './list-commands.ts';
import {loadLastChanges, reportLost} from './read-fleet.ts';
import {pollServers} from './poll-servers.ts';
import {ringBell} from './ring-bell.ts';
import {viewsMenu} from './saved-views.ts';

export const serversFeature: Feature = {
	id: 'servers',
	commands: [...serverCommands, ...listCommands],
	menus: {edit: editMenu, sort: sortMenu, views: viewsMenu},
	effects: [pollServers, loadLastChanges, reportLost, ringBell],
};
