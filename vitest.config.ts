import {availableParallelism} from 'node:os';
import {configDefaults, defineConfig} from 'vitest/config';
import {nameRepeated} from './test/helpers/name-repeated.ts';

/** Tests that change what belongs to their process, such as its modules and certificates, or show all of its secrets. */
const isolated = [
	'test/reliability/{as-sent,fuzz,secrets,soak}.test.ts',
	'test/cli/{certificates,log-option,old-node,report,suspended}.test.ts',
	'test/cli/alerts/command.test.ts',
];
/** Tests of commands, which set the colors and the secrets of their process. */
const commands = ['test/cli/**/*.test.{ts,tsx}'];
/** Tests that run programs, and little in their own process. */
const programs = ['test/{build,peers,pty,readme,reliability,shipped}/**/*.test.{ts,tsx}'];
const journeys = ['test/journeys/**/*.test.{ts,tsx}'];
/** Tests that need PostgreSQL, which starts once for all of them. One file also starts RabbitMQ. */
const postgres = ['test/service/{link,postgres,rabbitmq,records}/**/*.test.ts'];

const shared = {
	// Modules keep no state. Importing them for each file would take longer than most tests.
	isolate: false,
	// React as it ships; its development build needs a stack trace of each element.
	env: {NODE_ENV: 'production'},
};

export default defineConfig({
	oxc: {jsx: {runtime: 'automatic', development: false}},
	test: {
		// Tests wait almost half of their time, for terminals, programs and sockets.
		maxWorkers: 2 * availableParallelism(),
		// A wait fails earlier and shows what it waited for. These end what waits for nothing, and leave time to busy machines.
		testTimeout: 300_000,
		expect: {poll: {timeout: 60_000, interval: 10}},
		hookTimeout: 300_000,
		// Programs, sockets and PostgreSQL on a busy machine: one race must not end a run of thousands, and is named.
		retry: 2,
		reporters: ['default', nameRepeated()],
		// In the order of their names. Each has processes of its own, which limits their memory.
		projects: [
			{extends: true, test: {name: 'isolated', include: isolated}},
			{
				extends: true,
				test: {
					name: 'commands',
					include: commands,
					exclude: [...configDefaults.exclude, ...isolated],
					...shared,
				},
			},
			{extends: true, test: {name: 'journeys', include: journeys, ...shared}},
			{
				extends: true,
				test: {
					name: 'programs',
					include: programs,
					exclude: [...configDefaults.exclude, ...isolated],
					...shared,
				},
			},
			{
				extends: true,
				test: {
					name: 'postgres',
					include: postgres,
					globalSetup: 'test/service/postgres/setup.ts',
					...shared,
				},
			},
			{
				extends: true,
				test: {
					name: 'shared',
					exclude: [
						...configDefaults.exclude,
						...isolated,
						...commands,
						...journeys,
						...programs,
						...postgres,
					],
					...shared,
				},
			},
		],
	},
});
