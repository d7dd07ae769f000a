import type {Feature} from '../kernel/state/feature.ts';
import {consoleCommands} from './console-commands.ts';
import {followTeamFeed} from './record/follow-feed.ts';
import {searchCommands} from './input/history-search.ts';
import {inputCommands} from './input/input-commands.ts';
import {loadInputHistory} from './input/history.ts';
import {pasteCommands} from './send/paste.ts';
import {persistReadPosition} from './record/read-positions.ts';
import {readMissing} from './record/read-missing.ts';
import {syncSessions} from './input/sync-sessions.ts';

export const consoleFeature: Feature = {
	id: 'console',
	commands: [...consoleCommands, ...inputCommands, ...searchCommands, ...pasteCommands],
	effects: [followTeamFeed, readMissing, syncSessions, persistReadPosition, loadInputHistory],
};
