import type {Command} from 'commander';
import type {Run} from '../program.ts';
import {addApi} from './api.ts';
import {addBroadcast} from './broadcast.ts';
import {addDoctor} from './doctor.ts';
import {addHandover} from './handover.ts';
import {addInfo} from './info.ts';
import {addLog} from './log.ts';
import {addPower} from './power.ts';
import {addRcon} from './rcon.ts';
import {addSandbox} from './sandbox.ts';
import {addServers} from './servers.ts';
import {addShow} from './show.ts';
import {addNodes} from './nodes.ts';
import {addTasks} from './tasks.ts';
import {addTeam} from './team.ts';
import {addManage} from './manage.ts';
import {addAutomations} from './automations.ts';
import {addRuns} from './runs.ts';
import {addImage} from './image.ts';
import {addFeed} from './feed.ts';
import {addWatch} from './watch.ts';
import {addConfig} from './config.ts';
import {addLogin} from './login.ts';
import {addProfiles} from './profiles.ts';
import {addCompletion} from './completion.ts';
import {addKeys} from './keys.ts';

/** Every command, in the order in which the help shows them. */
export const commands: readonly ((program: Command, run: Run) => void)[] = [
	addLogin,
	addProfiles,
	addServers,
	addShow,
	addRcon,
	addPower,
	addBroadcast,
	addManage,
	addFeed,
	addWatch,
	addNodes,
	addTasks,
	addTeam,
	addAutomations,
	addRuns,
	addImage,
	addInfo,
	addApi,
	addLog,
	addHandover,
	addConfig,
	addDoctor,
	addSandbox,
	addKeys,
	addCompletion,
];
