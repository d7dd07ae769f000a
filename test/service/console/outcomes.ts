import {expect, test} from 'vitest';
import {ConsoleError} from '../../../src/service/console/console-error.ts';
import type {GameConsole} from '../../../src/service/console/keep-open.ts';
import type {Context} from './conformance.ts';

const sendOptions = {timeoutMs: 10_000};

/** Of every failure, an admin must know whether the command may have run. */
export function describeOutcomes({start, keepOpen, traits}: Context): void {
	const {hasPassword = true, showsEnd = true, cutsShow = true} = traits;
	const failedSend = (game: GameConsole, timeoutMs = 5000) =>
		game.send('restart', {timeoutMs}).then(
			answer => ({mayHaveRun: 'answered', partial: answer}),
			(error: unknown) => (error instanceof ConsoleError ? error : {mayHaveRun: error, partial: undefined}),
		);
	const notRun = {mayHaveRun: false, partial: undefined};

	test.each(hasPassword ? ['guess'] : [])(
		'a command after a refused login has not run: %s',
		async password => {
			const server = await start();
			expect(await failedSend(keepOpen(server, password))).toMatchObject(notRun);
			expect(server.heard).toEqual([]);
		},
	);

	test('a command without a connection has not run', async () => {
		const server = await start();
		const game = keepOpen(server);
		await server.close();
		expect(await failedSend(game, 300)).toMatchObject(notRun);
	});

	test('a command of a console that was closed before has not run', async () => {
		const server = await start();
		const game = keepOpen(server);
		expect(await game.send('one', sendOptions)).toBe('you said one');
		game.close();
		expect(await failedSend(game)).toMatchObject(notRun);
		expect(server.heard).toEqual(['one']);
	});

	test('a command without an answer may have run', async () => {
		const server = await start({answer: () => new Promise(() => {})});
		expect(await failedSend(keepOpen(server), 600)).toMatchObject({mayHaveRun: true, partial: undefined});
		expect(server.heard).toEqual(['restart']);
	});

	test.each(showsEnd ? ['a long answer\n'] : [])(
		'a command with a truncated answer may have run, and the received part is kept: %j',
		async line => {
			const server = await start({isCutOff: true, answer: () => line.repeat(1000)});
			const failure = await failedSend(keepOpen(server), 1000);
			expect(failure).toMatchObject({mayHaveRun: true});
			expect(server.heard).toEqual(['restart']);
			expect(String(failure.partial).includes('long')).toBe(cutsShow);
		},
	);
}
