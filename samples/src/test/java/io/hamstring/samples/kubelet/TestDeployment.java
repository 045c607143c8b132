package io.hamstring.samples.kubelet;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.utils.Serialization;

/** A Deployment of {@link ProbedChild}, laid out as the operator lays out workers. */
final class TestDeployment {

  private TestDeployment() {}

  static ConfigMap settings() {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName("settings")
        .withNamespace("default")
        .endMetadata()
        .addToData("config.yaml", "size: 1")
        .build();
  }

  static Deployment of(int replicas) {
    return Serialization.unmarshal(
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: workers, namespace: default}
        spec:
          replicas: %d
          selector: {matchLabels: {app: workers}}
          strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 0, maxUnavailable: 1}}
          template:
            metadata: {labels: {app: workers, app.kubernetes.io/component: tester}}
            spec:
              terminationGracePeriodSeconds: 2
              containers:
                - name: worker
                  image: probed-child
                  args: ["8080"]
                  ports: [{name: http, containerPort: 8080}]
                  env:
                    - {name: CONFIG, value: /etc/child/config.yaml}
                    - {name: STATE_DIR, value: /var/lib/child}
                    - {name: TERMINATION_LOG, value: /dev/termination-log}
                    - {name: POD_NAME, valueFrom: {fieldRef: {fieldPath: metadata.name}}}
                    - {name: POD_IP, valueFrom: {fieldRef: {fieldPath: status.podIP}}}
                  startupProbe: {httpGet: {path: /readyz, port: http}, periodSeconds: 1, failureThreshold: 60}
                  readinessProbe: {httpGet: {path: /readyz, port: http}, periodSeconds: 1, failureThreshold: 1}
                  volumeMounts:
                    - {name: config, mountPath: /etc/child}
                    - {name: state, mountPath: /var/lib/child}
              volumes:
                - {name: config, configMap: {name: settings}}
                - {name: state, emptyDir: {}}
        """
            .formatted(replicas),
        Deployment.class);
  }
}
