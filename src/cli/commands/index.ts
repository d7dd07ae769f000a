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

/** Every command, in the order in which the help shows them. */
export const commands: readonly ((program: Command, run: Run) => void)[] = [
	addServers,
	addShow,
	addRcon,
	addPower,
	addBroadcast,
	addInfo,
	addApi,
	addLog,
	addHandover,
	addDoctor,
	addSandbox,
];
