import {afterUnlessDone} from '../lib/clock.ts';

/** By then the young generation has grown to 16 MB, and all scripts are loaded: their code caches depend on V8's flags. */
const startedMs = 5000;

/**
Stops V8 from growing its young generation further, up to 128 MB that a long-running program does not need. The flag is
restored at exit, before the code cache is stored: V8 rejects code that was cached with other flags.
*/
export function limitYoungHeap(): void {
	afterUnlessDone(startedMs, () => {
		const {setFlagsFromString} = process.getBuiltinModule('node:v8');
		setFlagsFromString('--semi-space-growth-factor=1');
		process.prependOnceListener('exit', () => setFlagsFromString('--semi-space-growth-factor=2'));
	});
}
