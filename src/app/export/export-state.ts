import type {Slice} from '../kernel/state/slice.ts';

/** An export in progress that takes a noticeable time; `done` goes from 0 to 1. `leftMs`: how much longer it takes. */
export type ExportingState =
	{id: string; name: string; done: number; leftMs?: number | undefined} | undefined;

export type ExportingEvent =
	| ({type: 'exporting/moved'} & NonNullable<ExportingState>)
	/** Written, failed, or stopped by the user. */
	| {type: 'exporting/ended'};

export const exportingSlice: Slice<ExportingState, ExportingEvent> = {
	initial: undefined,
	reduce: reduceExporting,
};

function reduceExporting(_state: ExportingState, event: ExportingEvent): ExportingState {
	switch (event.type) {
		case 'exporting/moved': {
			const {id, name, done, leftMs} = event;
			return {id, name, done, leftMs};
		}
		case 'exporting/ended':
			return undefined;
	}
}

/** The transcript that is being recorded; undefined if there is none. */
export type TranscriptState =
	| {
			name: string;
			path: string;
			/** When it started, epoch ms. */
			at: number;
			/** Why writing fails at the moment. */
			problem: string | undefined;
	  }
	| undefined;

export type TranscriptEvent =
	| {type: 'transcript/started'; name: string; path: string; at: number}
	| {type: 'transcript/failed'; problem: string | undefined}
	| {type: 'transcript/ended'};

export const transcriptSlice: Slice<TranscriptState, TranscriptEvent> = {
	initial: undefined,
	reduce: reduceTranscript,
};

function reduceTranscript(state: TranscriptState, event: TranscriptEvent): TranscriptState {
	switch (event.type) {
		case 'transcript/started': {
			const {name, path, at} = event;
			return {name, path, at, problem: undefined};
		}
		case 'transcript/failed':
			return state && {...state, problem: event.problem};
		case 'transcript/ended':
			return undefined;
	}
}
