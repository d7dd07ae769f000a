import type {Fleet} from '../../src/demo/fleet.ts';
import {threeServers} from './three-servers.ts';

/**
Four automations: one that runs every minute and contains a pause, one that fails on Charlie, which is down, one that is
off, and a manual one.
*/
export const withAutomations: Fleet = {
	...threeServers,
	automations: [
		{
			id: 'auto-round',
			name: 'Status round',
			description: 'Asks Alpha how it is.',
			targets: {serverIds: ['alpha']},
			workflow: [
				{type: 'RCON', command: 'status', awaitMode: 'ALWAYS'},
				{type: 'WAIT', seconds: 20},
				{type: 'NOTIFY', title: 'Round', message: 'done'},
			],
			trigger: {type: 'CRON', cron: '* * * * *'},
			runTimeoutSec: 90,
		},
		{
			id: 'auto-check',
			name: 'Check the scrim',
			targets: {serverIds: ['charlie']},
			workflow: [{type: 'RCON', command: 'status'}],
			trigger: null,
		},
		{
			id: 'auto-weekly',
			name: 'Weekly update',
			enabled: false,
			targets: {all: true},
			workflow: [{type: 'UPDATE', deep: {kept: [1, {odd: null}]}}],
			trigger: {cron: '0 0 18 ? * THU', timezone: 'Europe/Berlin'},
		},
	],
};
