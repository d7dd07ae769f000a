import {connectStreams} from '../../../../src/service/console/stdio.ts';
import {conformance} from '../conformance.ts';
import {openStdioGame, streamsOf} from '../servers/stdio-game.ts';

conformance(
	'The input and output of a process',
	openStdioGame,
	options => connectStreams(() => streamsOf(options.port), {prompt: ': '})(options),
	{isStream: true, isStreaming: true, hasPassword: false, maxConnections: 1},
);
