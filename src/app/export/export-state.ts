import type {Slice} from '../kernel/state/slice.ts';

/** An export in progress that takes a noticeable time; `done` goes from 0 to 1. */
export type ExportingState = {id: string; name: string; done: number} | undefined;

export type ExportingEvent =
	| {type: 'exporting/moved'; id: string; name: string; done: number}
	/** Written, failed, or stopped by the user. */
	| {type: 'exporting/ended'};

export const exportingSlice: Slice<ExportingState, ExportingEvent> = {
	initial: undefined,
	reduce: reduceExporting,
};

function reduceExporting(_state: ExportingState, event: ExportingEvent): ExportingState {
	switch (event.type) {
		case 'exporting/moved': {
			const {id, name, done} = event;
			return {id, name, done};
		}
		case 'exporting/ended':
			return undefined;
	}
}
