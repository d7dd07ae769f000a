import {expect, test} from 'vitest';
import {commandOutput} from '../../src/config/credentials.ts';

test('a token command that ignores SIGTERM is killed at its time limit, and the message says so', () => {
	expect(() => commandOutput("trap '' TERM; while :; do sleep 1; done", 'prod', 100)).toThrow(
		'The token_command of profile prod did not end within 0.1s and was killed. Run it in a shell to see why.',
	);
});
