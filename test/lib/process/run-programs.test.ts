import {expect, test} from 'vitest';
import {runPrograms} from '../../../src/lib/process/run-programs.ts';

const words = {
	notStarted: (program: string, reason: string) => `${program}: ${reason}`,
	exited: (program: string, code: number) => `${program}: ${code}`,
	killed: (program: string, signal: string) => `${program}: ${signal}`,
};

test.each(['ENOENT', 'ENOTDIR'])('a program that cannot be started is reported (%s)', async reason => {
	const program = reason === 'ENOENT' ? '/nonexistent/program' : `${process.execPath}/program`;
	const run = runPrograms([{words: [program], variables: []}], {
		env: {},
		background: true,
		announce: () => {},
		words,
	});
	expect(await run).toBe(`${program}: ${reason}`);
});
