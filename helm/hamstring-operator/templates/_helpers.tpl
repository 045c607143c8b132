{{- define "hamstring.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 48 | trimSuffix "-" }}
{{- end }}

{{/* At most 48 characters, so that what is added to it stays within 63. */}}
{{- define "hamstring.fullname" -}}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 48 | trimSuffix "-" }}
{{- else if contains (include "hamstring.name" .) .Release.Name }}
{{- .Release.Name | trunc 48 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name (include "hamstring.name" .) | trunc 48 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{/* Constant for the life of a release: selectors cannot change. */}}
{{- define "hamstring.selector" -}}
app.kubernetes.io/name: {{ include "hamstring.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "hamstring.labels" -}}
{{ include "hamstring.selector" . }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 }}
{{- with .Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "hamstring.metadata" -}}
namespace: {{ .Release.Namespace }}
labels:
  {{- include "hamstring.labels" . | nindent 2 }}
{{- with .Values.commonAnnotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "hamstring.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{ default (include "hamstring.fullname" .) .Values.serviceAccount.name }}
{{- else -}}
{{ default "default" .Values.serviceAccount.name }}
{{- end }}
{{- end }}

{{/* The reference of an image: (list root image). */}}
{{- define "hamstring.image" -}}
{{- $root := index . 0 -}}
{{- $image := index . 1 -}}
{{- if $image.digest -}}
{{ $image.repository }}@{{ $image.digest }}
{{- else -}}
{{ $image.repository }}:{{ default $root.Chart.AppVersion $image.tag }}
{{- end }}
{{- end }}

{{- define "hamstring.isElected" -}}
{{- if or (eq .Values.leaderElection "on") (and (eq .Values.leaderElection "auto") (gt (int .Values.replicaCount) 1)) }}true{{ end }}
{{- end }}

{{/* A value of the environment. Helm keeps numbers as floats, and would write large ones with an exponent. */}}
{{- define "hamstring.plain" -}}
{{- if and (kindIs "float64" .) (eq (floor .) .) -}}
{{ printf "%.0f" . }}
{{- else -}}
{{ . }}
{{- end }}
{{- end }}

{{/* What the operator does with the objects of a pipeline; no more. */}}
{{- define "hamstring.rules" -}}
- apiGroups: [hamstring.io]
  resources: [hamstringpipelines]
  verbs: [get, list, watch]
- apiGroups: [hamstring.io]
  resources: [hamstringpipelines/status]
  verbs: [get, patch]
# Some clusters ask for it of whoever names an owner that blocks deletion.
- apiGroups: [hamstring.io]
  resources: [hamstringpipelines/finalizers]
  verbs: [update]
- apiGroups: [""]
  resources: [configmaps, serviceaccounts]
  verbs: [get, list, watch, create, patch, delete]
- apiGroups: [""]
  resources: [pods]
  verbs: [get, list, watch{{ if .Values.rbac.standby }}, patch{{ end }}]
- apiGroups: [""]
  resources: [events]
  verbs: [create, patch]
- apiGroups: [apps]
  resources: [deployments]
  verbs: [get, list, watch, create, patch, delete]
- apiGroups: [policy]
  resources: [poddisruptionbudgets]
  verbs: [get, list, watch, create, patch, delete]
{{- if .Values.rbac.standby }}
# Tokens of roles: made, never read or changed.
- apiGroups: [""]
  resources: [secrets]
  verbs: [create]
{{- end }}
{{- if .Values.rbac.allSecrets }}
- apiGroups: [""]
  resources: [secrets]
  verbs: [get, list, watch]
{{- end }}
{{- end }}
