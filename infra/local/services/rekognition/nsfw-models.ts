import '@tensorflow/tfjs-backend-wasm';
import { type GraphModel, loadGraphModel } from '@tensorflow/tfjs-converter';
import * as tf from '@tensorflow/tfjs-core';
import type { ModelDefinition } from 'nsfwjs';
import { InceptionV3Model } from 'nsfwjs/models/inception_v3';
import { MobileNetV2MidModel } from 'nsfwjs/models/mobilenet_v2_mid';
import { type LayerTopology, layersModel } from './layers.ts';
import { type ClassScores, IMAGE_SIDES, type ModelName } from './models.ts';

type Run = (image: tf.Tensor) => tf.Tensor;

/** Reads a model's description and its weights from the package. */
const readModel = async ({ modelJson, weightBundles }: ModelDefinition) => {
  // The package takes this type from the union package of TensorFlow.js, which is not installed.
  const { default: model } = (await modelJson()) as { readonly default: tf.io.ModelJSON };
  const weightSpecs = model.weightsManifest.flatMap(({ weights }) => weights);
  const bundles = await Promise.all(weightBundles.map((read) => read()));
  const bytes = Buffer.concat(bundles.map((bundle) => Buffer.from(bundle.default, 'base64')));
  const weightData = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
  return { model, weightSpecs, weightData };
};

const loadMid = async (): Promise<Run> => {
  const { model, weightSpecs, weightData } = await readModel(MobileNetV2MidModel);
  const { modelTopology, format, generatedBy, convertedBy, userDefinedMetadata } = model;
  const graph: GraphModel = await loadGraphModel(
    tf.io.fromMemory({
      modelTopology,
      weightSpecs,
      weightData,
      ...(format === undefined ? {} : { format }),
      ...(generatedBy === undefined ? {} : { generatedBy }),
      ...(convertedBy === undefined ? {} : { convertedBy }),
      ...(userDefinedMetadata === undefined ? {} : { userDefinedMetadata }),
    }),
  );
  return (image) => graph.predict(image) as tf.Tensor;
};

const loadInception = async (): Promise<Run> => {
  const { model, weightSpecs, weightData } = await readModel(InceptionV3Model);
  // The package's type says nothing about the contents of a model.
  return layersModel(model.modelTopology as LayerTopology, tf.io.decodeWeights(weightData, weightSpecs));
};

const loaders: Readonly<Record<ModelName, () => Promise<Run>>> = { mid: loadMid, inception: loadInception };

/** Classifies images with the models of nsfwjs. Each model is loaded on first use, in about half a second. */
export const createNsfwModels = () => {
  const loaded = new Map<ModelName, Promise<Run>>();
  const load = async (name: ModelName): Promise<Run> => {
    await tf.setBackend('wasm');
    return loaders[name]();
  };
  return async (name: ModelName, pixels: Uint8Array): Promise<ClassScores> => {
    const model = loaded.get(name) ?? load(name);
    loaded.set(name, model);
    const run = await model;
    const side = IMAGE_SIDES[name];
    // Functions instead of methods: the union package, which is not installed, adds the methods to tensors.
    const image = tf.tidy(() => tf.div(tf.cast(tf.tensor4d(pixels, [1, side, side, 3], 'int32'), 'float32'), 255));
    const output = run(image);
    const [drawing = 0, hentai = 0, neutral = 0, porn = 0, sexy = 0] = await output.data();
    tf.dispose([image, output]);
    return { drawing, hentai, neutral, porn, sexy };
  };
};
