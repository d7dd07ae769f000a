import {memo} from 'react';
import type {FittedServerColumn} from '../../app/servers/columns.ts';
import {useTui, useShown} from '../hooks.ts';
import {Line} from '../parts/line.tsx';
import {serverSpans, type ServerRowGiven} from './server-spans.ts';

type Props = ServerRowGiven & {columns: readonly FittedServerColumn[]};

/** No text from the wire has it: control codes are taken out on their way into state. */
const separator = '\0';

/** One server. It is painted again when its record changes, or when one of its texts reads differently with time. */
export const ServerRow = memo(function ServerRow({columns, ...given}: Props) {
	const {theme} = useTui();
	const texts = useShown(now =>
		columns.map(({column, width}) => column.value(given, now, width)).join(separator),
	);
	return <Line spans={serverSpans(given, texts.split(separator), columns, theme.glyphs)} />;
});
