import { type Datasets, groupBy, type Row, writeCsv, writeJsonFile } from '../datasets.ts';
import { date, dict, float, int, statistics, str } from '../extras.ts';
import { scatterPicture } from '../pictures.ts';
import type { DemoRecord } from '../record.ts';

type Event = {
  id: string;
  properties: { mag: number | null; place: string; time: number; net: string; url: string };
  geometry: { coordinates: [number, number, number] };
};

const NETWORKS: Readonly<Record<string, string>> = {
  ak: 'Alaska Earthquake Center',
  ci: 'Southern California Seismic Network',
  hv: 'Hawaiian Volcano Observatory',
  nc: 'Northern California Seismic Network',
  nn: 'Nevada Seismological Laboratory',
  pr: 'Puerto Rico Seismic Network',
  uw: 'Pacific Northwest Seismic Network',
};

/** One week of earthquakes: a record for each regional network. */
export async function earthquakes(data: Datasets): Promise<DemoRecord[]> {
  const { features } = await data.json<{ features: Event[] }>('earthquakes.json');
  return groupBy(features, (event) => event.properties.net)
    .filter(([network]) => network in NETWORKS)
    .map(([network, events]) => week(network, events));
}

function rowOf({ id, properties, geometry }: Event): Row {
  const [longitude, latitude, depth] = geometry.coordinates;
  const { mag: magnitude, place, time } = properties;
  return { id, time: new Date(time).toISOString(), place, longitude, latitude, depth, magnitude };
}

function week(network: string, events: readonly Event[]): DemoRecord {
  const operator = NETWORKS[network] as string;
  const magnitude = (event: Event) => event.properties.mag ?? Number.NEGATIVE_INFINITY;
  const strongest = events.toSorted((a, b) => magnitude(b) - magnitude(a));
  const first = strongest[0] as Event;
  const times = events.map((event) => event.properties.time);
  return {
    identifier: `earthquakes-${network}-2018-w05`,
    title: `Earthquakes of a week: ${operator}`,
    type: 'measurement',
    license: 'CC-PDDC',
    visibility: 'public',
    tags: ['earthquakes', 'seismology', network],
    description: [
      `Everything that the ${operator} located in the week to 7 February 2018, ${events.length} events. The strongest:`,
      '',
      '| Magnitude | Place | Depth (km) |',
      '|---:|---|---:|',
      ...strongest
        .slice(0, 5)
        .map((e) => `| ${e.properties.mag} | ${e.properties.place} | ${e.geometry.coordinates[2].toFixed(1)} |`),
      '',
      'Numbers should follow $\\log_{10} N = a - b\\,M$.',
    ].join('\n'),
    extras: [
      dict('network', [str('code', network), str('operator', operator)]),
      dict('period', [
        date('start', new Date(Math.min(...times)).toISOString().replace('Z', '+00:00')),
        date('end', new Date(Math.max(...times)).toISOString().replace('Z', '+00:00')),
      ]),
      statistics(
        'magnitude',
        events.map((event) => event.properties.mag).filter((value) => value !== null),
        null,
      ),
      statistics(
        'depth',
        events.map((event) => event.geometry.coordinates[2]),
        'km',
      ),
      dict('strongest event', [
        str('place', first.properties.place),
        float('magnitude', first.properties.mag),
        float('depth', first.geometry.coordinates[2], 'km'),
        str('page', first.properties.url, { validation: { iri: true } }),
      ]),
      int('events', events.length, null, { validation: { range: { min: 0, max: null } } }),
    ],
    files: [
      {
        name: 'events.csv',
        description: 'One line for each event; depth in km.',
        content: writeCsv(events.map(rowOf)),
      },
      {
        name: 'events.geojson',
        description: 'As the agency published them.',
        content: writeJsonFile({ type: 'FeatureCollection', features: events }),
      },
      {
        name: 'epicentres.png',
        description: 'Longitude and latitude.',
        content: scatterPicture(events.map(({ geometry: { coordinates } }) => [coordinates[0], coordinates[1]])),
      },
    ],
  };
}
