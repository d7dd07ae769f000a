import type {Feature} from '../kernel/feature.ts';
import {editMenu} from './edit-menu.ts';
import {listCommands} from './list-commands.ts';
import {loadLastChanges} from './load-changes.ts';
import {pollServers} from './poll-servers.ts';
import {ringBell} from './ring-bell.ts';
import {serverCommands} from './server-commands.ts';
import {viewsMenu} from './saved-views.ts';
import {sortMenu} from './sort-menu.ts';

export const serversFeature: Feature = {
	id: 'servers',
	commands: [...serverCommands, ...listCommands],
	menus: {edit: editMenu, sort: sortMenu, views: viewsMenu},
	effects: [pollServers, loadLastChanges, ringBell],
};
