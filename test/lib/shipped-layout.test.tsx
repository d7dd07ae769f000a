import {Box, renderToString, Text} from 'ink';
import {expect, test} from 'vitest';

test('Ink places boxes in tests as in the built file, which throws at a style that it lacks', () => {
	const grown = (
		<Box flexGrow={1}>
			<Text>a</Text>
		</Box>
	);
	expect(() => renderToString(grown)).toThrow('flexGrow 1');
});
