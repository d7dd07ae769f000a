import type {Reporter, TestCase} from 'vitest/node';

/**
Names at the end of a run the tests that failed at first and passed when they were repeated. Each is a race to mend: a run
that needs no repetition is the aim, and one that did must not look like it.
*/
export function nameRepeated(): Reporter {
	const repeated: string[] = [];
	return {
		onTestCaseResult: (test: TestCase) => {
			if (!test.diagnostic()?.flaky) return;
			const [error] = test.result().errors ?? [];
			repeated.push(
				`${test.module.relativeModuleId}: ${test.fullName}\n${error?.stack ?? error?.message ?? ''}`,
			);
		},
		onTestRunEnd: () => {
			for (const name of repeated) process.stdout.write(`Passed only when repeated: ${name}\n`);
		},
	};
}
