import type {Slice} from '../kernel/state/slice.ts';

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
