import type {Feature} from '../kernel/feature.ts';
import {consoleCommands} from './console-commands.ts';
import {followTeamFeed} from './follow-feed.ts';
import {searchCommands} from './history-search.ts';
import {inputCommands} from './input-commands.ts';
import {loadInputHistory} from './load-input-history.ts';
import {pasteCommands} from './paste-commands.ts';
import {persistReadPosition} from './persist-read-position.ts';
import {readMissing} from './read-missing.ts';
import {syncSessions} from './sync-sessions.ts';

export const consoleFeature: Feature = {
	id: 'console',
	commands: [...consoleCommands, ...inputCommands, ...searchCommands, ...pasteCommands],
	effects: [followTeamFeed, readMissing, syncSessions, persistReadPosition, loadInputHistory],
};
